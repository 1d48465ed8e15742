"""Which variants a shared test runs under."""

from __future__ import annotations

from typing import Final

import pytest

# Seeds 000, 003 and 004 tell one game; 004 has no question to the partner.
_FAMILY: Final = ("whitnack", "whitnack-digital", "foot-canasta")


@pytest.fixture(params=_FAMILY)
def family(request: pytest.FixtureRequest) -> str:
    """Return each variant that tells the Whitnack game."""
    return str(request.param)


@pytest.fixture(params=_FAMILY[:2])
def asking(request: pytest.FixtureRequest) -> str:
    """Return each variant of them in which the partner is asked."""
    return str(request.param)
