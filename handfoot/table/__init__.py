"""What programs hold: games, views, notation, positions."""
