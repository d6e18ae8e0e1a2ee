"""Second calculations: what the rules say, worked out plainly and without the engine, from dumps
alone."""
