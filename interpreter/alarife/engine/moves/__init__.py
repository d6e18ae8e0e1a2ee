"""The parts of a transaction: what lies where, who sees it, chance, what comes at its end."""
