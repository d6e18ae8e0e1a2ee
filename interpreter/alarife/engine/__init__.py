"""The engine: states, choices, chance, visibility, log. It knows no syntax. Entry: `state.Game`."""
