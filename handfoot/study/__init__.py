"""Studies: many matches between computer players, and what came of them."""
