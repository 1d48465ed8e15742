"""From a file, with all that it extends, to a ruleset."""
