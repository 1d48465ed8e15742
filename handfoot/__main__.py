"""Run the command, as ``handfoot`` or as ``python -m handfoot``."""

from __future__ import annotations

from handfoot.interrupt import leave

__all__ = ["main"]


def main() -> None:
    """Run the command; Ctrl-C ends it in one line, also while it is still imported."""
    try:
        from handfoot.cli import main as run

        run()
    except KeyboardInterrupt:
        leave()


if __name__ == "__main__":
    main()
