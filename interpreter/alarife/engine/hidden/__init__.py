"""What is hidden in play: what was mixed out of sight, and states that a seat may imagine."""
