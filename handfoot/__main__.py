"""Run the command as ``python -m handfoot``."""

from __future__ import annotations

from handfoot.cli import main

if __name__ == "__main__":
    main()
