"""Quarrels at the table: may this be done, why not, and who plays otherwise."""
