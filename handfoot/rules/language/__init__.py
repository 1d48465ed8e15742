"""What chapters are made of: keys, values that vary, clashes and words."""
