"""The rule card: a ruleset in plain English, with examples judged by the engine."""
