"""Rules as data: the language, its files, and everything wrong with them."""
