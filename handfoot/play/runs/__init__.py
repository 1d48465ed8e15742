"""Runs, the second shape of meld: only rulesets that have them come in here."""
