"""The rules of play: each chapter's checks and effects, and the turn machine."""
