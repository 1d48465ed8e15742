"""Things that YAML accepts and people did not mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from handfoot.rules.reports.display import UNSAFE, quote
from handfoot.rules.reports.problems import Fix, Problem, Span
from handfoot.rules.source.nodes import Scalar, Source

__all__ = ["key_suspicions", "plain_name", "value_suspicions"]

_COMMENT = re.compile(r"[ ]+(#.*)")
_CONTINUED_ITEM = re.compile(r"\s*-(\s|$)")
_CONTINUED_SETTING = re.compile(r"\s*[\w ]{1,40}:(\S|$)")
_WORD_WITH_COLON = re.compile(r"[A-Za-z_][A-Za-z0-9_]*:\S")
_CURLY_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\xab\xbb"
_ODD_SPACES = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
#: Letters that look like a plain one, for the suggestion; the commonest by far.
_LOOK_ALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb"
    "\u0432\u043a\u043c\u043d\u0442\u03bf\u03b1\u03b9\u03bd\u03c1\u03c4\u0131",
    "aeopcyxijsdhbkmhtoaivpti",
)


def key_suspicions(source: Source, key: Scalar, path: str | None) -> Iterator[Problem]:
    """Find what is odd about the name of a setting."""
    name = str(key.value)
    if name.isascii():
        yield from _escaped_characters(key, path)
        return
    place, letter = next((p, c) for p, c in enumerate(name) if not c.isascii())
    label = f"{quote(letter)} is {_letter_name(letter)}, not a plain letter a to z"
    span = key.span
    if not key.quoted and span.line == span.end_line:
        span = source.span(span.line, span.column + place)
    if _ODD_SPACES.match(letter):
        yield _odd_space_before(key, path, span, letter)
        return
    meant = plain_name(name)
    yield Problem(
        "HF114",
        "error",
        f"the name {quote(name)} has a letter that no setting has",
        key=path,
        span=span,
        label=label,
        notes=(("fix", f"write {meant}"),) if meant else (),
        suggestions=(meant,) if meant else (),
        fix=Fix(key.span, meant) if meant and not key.quoted else None,
    )


def _odd_space_before(
    key: Scalar, path: str | None, span: Span, letter: str
) -> Problem:
    """Say that a space of another sort stands where a plain one belongs."""
    return Problem(
        "HF114",
        "error",
        f"a space of another sort stands in front of {quote(str(key.value).strip())}",
        key=path,
        span=span,
        label=f"this is {_letter_name(letter)}, not a plain space",
        notes=(("fix", "write a plain space; it often comes from a web page"),),
        fix=None if key.quoted else Fix(span, " "),
    )


def plain_name(name: str) -> str | None:
    """Give a name in plain letters, or None when they cannot be guessed."""
    parts = unicodedata.normalize("NFKD", name.translate(_LOOK_ALIKES))
    kept = "".join(one for one in parts if not unicodedata.combining(one))
    kept = re.sub("[\u200c\u200d\ufe00-\ufe0f]", "", kept)
    return kept if kept.isascii() and kept.isidentifier() else None


def _letter_name(letter: str) -> str:
    name = unicodedata.name(letter, "").lower()
    return f"U+{ord(letter):04X}" + (f" ({name})" if name else "")


def value_suspicions(
    source: Source, value: Scalar, path: str | None
) -> Iterator[Problem]:
    """Find what is odd about a text."""
    if not isinstance(value.value, str):
        return
    yield from _escaped_characters(value, path)
    if value.quoted:
        return
    if value.span.end_line > value.span.line:
        yield _several_lines(source, value, path)
        return
    yield from _comment_after(source, value, path)
    yield from _curly_quotes(value, path)
    yield from _odd_space(source, value, path)


def _escaped_characters(text: Scalar, path: str | None) -> Iterator[Problem]:
    """Find unsafe characters that came in as escapes, such as that of ESC."""
    for found in UNSAFE.finditer(str(text.value)):
        if found[0] not in "\t\n":
            yield Problem(
                "HF122",
                "error",
                f"this text holds an invisible or forbidden character "
                f"(U+{ord(found[0]):04X})",
                key=path,
                span=text.span,
                label='it comes from an escape that begins with "\\"',
                notes=(("fix", "take it out"),),
            )
            return


def _several_lines(source: Source, value: Scalar, path: str | None) -> Problem:
    first = source.lines[value.span.line - 1]
    rest = source.lines[value.span.line : value.span.end_line]
    item = any(map(_CONTINUED_ITEM.match, rest))
    setting = _WORD_WITH_COLON.match(str(value.value)) or any(
        map(_CONTINUED_SETTING.match, rest)
    )
    if item:
        fix = "put each dash exactly below the one before it"
    elif setting:
        fix = "put each setting on its own line, with a space after its colon"
    else:
        fix = "put the whole text in quotes, or on one line"
    span = Span(
        source.name,
        value.span.line,
        value.span.column,
        value.span.line,
        max(value.span.column, len(first.rstrip(" "))) + 1,
    )
    return Problem(
        "HF113",
        "error" if item or setting else "warning",
        f"this text goes on in the next line: {quote(str(value.value))}",
        key=path,
        span=span,
        label="read as one text with the line below",
        notes=(("fix", fix),),
    )


def _comment_after(
    source: Source, value: Scalar, path: str | None
) -> Iterator[Problem]:
    line = source.lines[value.span.line - 1]
    found = _COMMENT.match(line, value.span.end_column - 1)
    if found is None:
        return
    remark = found[1]
    written = str(value.value)
    if " " not in written and (remark == "#" or not remark[1].isalnum()):
        return
    whole = line[value.span.column - 1 :].rstrip()
    quoted = '"' + whole.replace("\\", "\\\\").replace('"', '\\"') + '"'
    yield Problem(
        "HF117",
        "warning",
        f"{quote(remark)} is not part of the text, because it begins with #",
        key=path,
        span=source.span(value.span.line, found.start(1) + 1, len(remark.rstrip())),
        label="left out as a remark",
        notes=(
            ("fix", f"put the whole text in quotes: {quoted}"),
            ("note", f"if it is a remark, put {quote(written)} in quotes"),
        ),
    )


def _curly_quotes(value: Scalar, path: str | None) -> Iterator[Problem]:
    written = value.written
    if written[:1] not in _CURLY_QUOTES or not written:
        return
    inner = written.strip(_CURLY_QUOTES)
    straight = '"' + inner.replace("\\", "\\\\").replace('"', '\\"') + '"'
    yield Problem(
        "HF125",
        # A name is wrong with them; a text may have them.
        "error" if path == "extends" else "warning",
        "these curly quotes are letters of the text; YAML knows only straight ones",
        key=path,
        span=value.span,
        label="the quotes are part of this text",
        notes=(("fix", f"write {straight}"),),
        fix=Fix(value.span, straight),
    )


def _odd_space(source: Source, value: Scalar, path: str | None) -> Iterator[Problem]:
    found = _ODD_SPACES.search(value.written)
    if found is None:
        return
    span = source.span(value.span.line, value.span.column + found.start())
    yield Problem(
        "HF124",
        "warning",
        f"this space is {_letter_name(found[0])}, not a plain one",
        key=path,
        span=span,
        label="it only looks like a space",
        notes=(("fix", "use a plain space, or put the text in quotes"),),
        fix=Fix(span, " "),
    )
