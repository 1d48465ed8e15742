"""A report as text for people: the line, a mark under the word, the way out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from handfoot.rules.reports.display import display_width, visible
from handfoot.rules.reports.problems import Problem, Report, Severity, Span

__all__ = ["render_text"]

#: Columns that a frame may take, so that it stands on an ordinary terminal.
MAX_WIDTH = 80
#: Frames of one problem: the mistake, and the other half of a contradiction.
MAX_FRAMES = 2
#: Files that the closing line names; more are counted.
MAX_NAMES = 3
#: How a tab is drawn, as wide as it looks important.
TAB = "-->|"

_COLORS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "frame": "\x1b[34m",
    "bold": "\x1b[1m",
}
_RESET = "\x1b[0m"


@attrs.frozen
class _Paint:
    """Adds colour, or nothing at all."""

    color: bool

    def __call__(self, style: str, text: str) -> str:
        if not self.color or not text:
            return text
        return f"{_COLORS[style]}{text}{_RESET}"


def render_text(
    report: Report, *, color: bool, max_problems: int, verdict: bool
) -> str:
    """Render a report for people; see `Report.text`."""
    paint = _Paint(color)
    lines_of = {name: _lines(text) for name, text in report.sources.items()}
    parts = [
        "\n".join(_problem(problem, lines_of, paint))
        for problem in report.problems[:max_problems]
    ]
    hidden = len(report.problems) - len(parts)
    if hidden > 0:
        parts.append(f"... and {_count(hidden, 'more problem')} not shown")
    parts.append("\n".join(_closing(report, verdict=verdict)))
    return "\n\n".join(parts)


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _problem(
    problem: Problem, lines_of: dict[str, list[str]], paint: _Paint
) -> Iterator[str]:
    head = paint(problem.severity, f"{problem.severity}[{problem.code}]")
    yield f"{head}{paint('bold', ': ' + visible(problem.message))}"
    frames = _frames(problem)
    gutter = max((len(str(span.line)) for span, _ in frames), default=1)
    bar = " " * gutter + paint("frame", " |")
    if not frames and problem.file is not None:
        yield f"{' ' * gutter}{paint('frame', '--> ')}{visible(problem.file)}"
    before: Span | None = None
    for span, label in frames:
        lines = lines_of.get(span.file)
        alone = len(frames) == 1
        yield from _frame(
            _Frame(span, label, lines, gutter, alone, problem.severity), before, paint
        )
        before = span
    notes = list(_notes(problem))
    if notes and frames:
        yield bar
    for name, text in notes:
        sign = paint("frame", "=")
        yield f"{' ' * gutter} {sign} {visible(name)}: {visible(text)}"


def _frames(problem: Problem) -> list[tuple[Span, str]]:
    frames = [(problem.span, problem.label)] if problem.span else []
    frames += [(related.span, related.label) for related in problem.related]
    return frames[:MAX_FRAMES]


def _notes(problem: Problem) -> Iterator[tuple[str, str]]:
    placed = False
    for name, text in problem.notes:
        yield name, text
        if name == "fix" and not placed:
            placed = True
            yield from _offer(problem)
    if not placed:
        yield from _offer(problem)


def _offer(problem: Problem) -> Iterator[tuple[str, str]]:
    if problem.fix is not None and _is_file(problem.fix.span.file):
        yield "do it for me", f"handfoot fix {problem.fix.span.file}"


def _is_file(name: str) -> bool:
    """Whether a name is that of a file, not of text given by hand or on a pipe."""
    return name != "-" and not name.startswith("<")


@attrs.frozen
class _Frame:
    """One place to draw."""

    span: Span
    label: str
    lines: list[str] | None
    gutter: int
    alone: bool
    severity: Severity


def _frame(frame: _Frame, before: Span | None, paint: _Paint) -> Iterator[str]:
    span, lines, gutter = frame.span, frame.lines, frame.gutter
    bar = " " * gutter + paint("frame", " |")
    if before is not None and before.file == span.file:
        yield " " * gutter + paint("frame", " ...")
    where = f"{visible(span.file)}:{span.line}:{span.column}"
    yield f"{' ' * gutter}{paint('frame', '--> ')}{where}"
    if lines is None or span.line > len(lines):
        if frame.label:
            yield bar
            yield f"{bar} {visible(frame.label)}"
        return
    yield bar
    room = MAX_WIDTH - gutter - 3
    if frame.alone and span.line > 1 and lines[span.line - 2].strip():
        drawn, _, _ = _window(lines[span.line - 2], 0, 0, room)
        yield _numbered(span.line - 1, drawn, gutter, paint)
    drawn, indent, width = _marked(span, lines[span.line - 1], room)
    yield _numbered(span.line, drawn, gutter, paint)
    mark = f"{'^' * width} {visible(frame.label)}".rstrip()
    yield f"{bar} {' ' * indent}{paint(frame.severity, mark)}"


def _numbered(number: int, drawn: str, gutter: int, paint: _Paint) -> str:
    sign = paint("frame", f"{number:>{gutter}} |")
    return f"{sign} {drawn}".rstrip()


def _marked(span: Span, line: str, room: int) -> tuple[str, int, int]:
    """Give a line as drawn, where its mark begins and how wide it is."""
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return _window(line, start, max(end, start), room)


def _window(line: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """Cut a long line down to the part around the characters start to end."""
    # No character is drawn on no columns for long, so a piece of this many
    # characters fills the room; drawing a line of 200,000 would only waste time.
    first = max(0, start - room)
    left = _draw(line[first:start])
    marked = _draw(line[start : min(end, start + room)])
    right = _draw(line[end : end + room]) if end - start < room else ""
    if (
        not first
        and display_width(left + marked + right) <= room
        and (end + room >= len(line))
    ):
        return left + marked + right, display_width(left), _mark_width(marked)
    marked, cut = _head(marked, room - 6)
    ahead = max(0, (room - 6 - display_width(marked)) // 2)
    kept_left, cut_left = _tail(left, ahead)
    cut_left = cut_left or first > 0
    spare = room - 6 - display_width(kept_left + marked)
    kept_right, cut_right = _head("" if cut else right, spare)
    prefix = "..." if cut_left else ""
    cut_right = cut or cut_right or end + room < len(line)
    suffix = "..." if cut_right else ""
    drawn = f"{prefix}{kept_left}{marked}{kept_right}{suffix}"
    return drawn, display_width(prefix + kept_left), _mark_width(marked)


def _mark_width(marked: str) -> int:
    return max(1, display_width(marked))


def _head(text: str, room: int) -> tuple[str, bool]:
    """Give the longest beginning that fits, and whether something was cut off."""
    used = 0
    for place, character in enumerate(text):
        used += display_width(character)
        if used > room:
            return text[:place], True
    return text, False


def _tail(text: str, room: int) -> tuple[str, bool]:
    """Give the longest end that fits, and whether something was cut off."""
    kept, cut = _head(text[::-1], room)
    return kept[::-1], cut


def _draw(text: str) -> str:
    return visible(text.replace("\t", TAB))


def _closing(report: Report, *, verdict: bool) -> Iterator[str]:
    errors, warnings = len(report.errors), len(report.warnings)
    counts = [_count(errors, "error")] if errors else []
    counts += [_count(warnings, "warning")] if warnings else []
    found = ", ".join(counts) or "no problems"
    names = _file_names(report)
    files = f" in {names}" if names else ""
    yield f"{found}{files}{_fixable(report)}"
    if verdict:
        yield _verdict(errors)


def _verdict(errors: int) -> str:
    if errors:
        return "These rules cannot be played yet."
    return "These rules can be played."


def _file_names(report: Report) -> str:
    at_fault = [one.file for one in report.problems if one.file is not None]
    # A shipped base, which has a name without an ending, is no file of the reader's.
    theirs = [file for file in at_fault if file in report.files or "." in file]
    names = list(dict.fromkeys(theirs or report.files or at_fault))
    if len(names) > MAX_NAMES:
        return _count(len(names), "file")
    return ", ".join(visible(name) for name in names)


def _fixable(report: Report) -> str:
    files = [
        problem.fix.span.file
        for problem in report.problems
        if problem.fix is not None and _is_file(problem.fix.span.file)
    ]
    if not files:
        return ""
    names = list(dict.fromkeys(files))
    if len(names) > MAX_NAMES:
        return f" ({len(files)} can be fixed for you by handfoot fix)"
    said = " ".join(map(visible, names))
    return f" ({len(files)} can be fixed for you: handfoot fix {said})"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
