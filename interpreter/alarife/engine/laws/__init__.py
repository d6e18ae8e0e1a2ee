"""Laws in play: what may be laid, taken or exchanged, by windows, by whole graphs, or by asking."""
