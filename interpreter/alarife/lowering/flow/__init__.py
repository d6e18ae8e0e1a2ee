"""Steps and actions: statements, and the blocks into which they are cut where somebody is asked."""
