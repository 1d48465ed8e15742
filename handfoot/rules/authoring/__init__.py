"""Rules written back: YAML, differences, mends, and the pages of the docs."""
