"""Keeping the score of a real table: no cards in the computer, any ruleset."""
