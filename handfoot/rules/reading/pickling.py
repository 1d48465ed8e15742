"""Pickling of what never changes and holds read-only maps, which pickle refuses.

Games and views are sent to other processes, each with its rules. What is made here is
one text of bytes, so that whoever reads it can tell whether it has been read before.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

__all__ = ["packed", "unpacked"]


def _read_only(values: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(values)


def packed(value: object) -> bytes:
    """Return ``value`` as bytes, from which ``unpacked`` makes an equal one."""
    out = io.BytesIO()
    packer = pickle.Pickler(out, protocol=4)
    # A table of its own: how other programs pickle is not changed.
    packer.dispatch_table = {
        **copyreg.dispatch_table,
        MappingProxyType: lambda found: (_read_only, (dict(found),)),
    }
    packer.dump(value)
    return out.getvalue()


def unpacked(data: bytes) -> Any:
    """Return what ``packed`` wrote.

    As with every pickle, only bytes of one's own program are to be read.
    """
    return pickle.loads(data)
