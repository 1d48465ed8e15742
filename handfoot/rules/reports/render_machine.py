"""A report for programs: JSON, GitHub workflow commands, SARIF."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote as percent_encode

from handfoot.rules.reports.display import visible
from handfoot.rules.reports.problems import Fix, Problem, Report, Span

__all__ = ["render_github", "render_json", "render_sarif"]

#: Version of the JSON form; raised only when a name changes its meaning.
JSON_VERSION = 1
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_json(report: Report) -> dict[str, Any]:
    """Render a report as plain data; see `Report.to_json`."""
    return {
        "version": JSON_VERSION,
        "files": list(report.files),
        "problems": [_json_problem(problem) for problem in report.problems],
        "summary": {
            "errors": len(report.errors),
            "warnings": len(report.warnings),
            "fixable": sum(one.fix is not None for one in report.problems),
        },
    }


def _json_problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": _sound(problem.message),
        "label": _sound(problem.label),
        "file": _sound_or_none(problem.file),
        **_json_place(problem.span),
        "key": _sound_or_none(problem.key),
        "suggestions": [_sound(word) for word in problem.suggestions],
        "notes": [
            {"name": _sound(name), "text": _sound(text)} for name, text in problem.notes
        ],
        "related": [
            {
                "file": _sound(related.span.file),
                **_json_place(related.span),
                "label": _sound(related.label),
            }
            for related in problem.related
        ],
        "fix": _json_fix(problem.fix),
    }


def _json_place(span: Span | None) -> dict[str, int | None]:
    return {
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
    }


def _json_fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {
        "file": _sound(fix.span.file),
        "start": [fix.span.line, fix.span.column],
        "end": [fix.span.end_line, fix.span.end_column],
        "replacement": _sound(fix.replacement),
    }


def _sound(text: str) -> str:
    """Replace halves of surrogate pairs, which cannot be written as UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _sound_or_none(text: str | None) -> str | None:
    return None if text is None else _sound(text)


def render_github(report: Report) -> str:
    """Render a report as workflow commands; see `Report.github`."""
    return "\n".join(_github_line(problem) for problem in report.problems)


def _github_line(problem: Problem) -> str:
    properties = [("title", problem.code)]
    if problem.file is not None:
        properties.append(("file", problem.file))
    if (span := problem.span) is not None:
        properties += [("line", str(span.line)), ("col", str(span.column))]
        properties += [("endLine", str(span.end_line))]
        properties += [("endColumn", str(span.end_column))]
    said = [problem.message, problem.label]
    said += [f"{name}: {text}" for name, text in problem.notes]
    message = "%0A".join(_github_data(part) for part in said if part)
    head = ",".join(f"{name}={_github_property(text)}" for name, text in properties)
    return f"::{problem.severity} {head}::{message}"


def _github_data(text: str) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(text)


def _github_property(text: str) -> str:
    return _github_data(text).replace(":", "%3A").replace(",", "%2C")


def render_sarif(report: Report) -> dict[str, Any]:
    """Render a report as a SARIF 2.1.0 log; see `Report.sarif`."""
    codes = sorted({problem.code for problem in report.problems})
    driver = {
        "name": "handfoot",
        "rules": [_sarif_rule(code) for code in codes],
    }
    results = [_sarif_result(problem, codes) for problem in report.problems]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _sarif_rule(code: str) -> dict[str, Any]:
    from handfoot.rules.reports.codes import help_uri, known_codes

    rule: dict[str, Any] = {"id": code, "helpUri": help_uri(code)}
    if (info := known_codes().get(code)) is not None:
        rule["shortDescription"] = {"text": info.title}
        rule["fullDescription"] = {"text": info.meaning}
    return rule


def _sarif_result(problem: Problem, codes: list[str]) -> dict[str, Any]:
    said = [problem.message, problem.label]
    said += [f"{name}: {text}" for name, text in problem.notes]
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity,
        "message": {"text": "\n".join(visible(part) for part in said if part)},
        "locations": _sarif_locations(problem),
    }
    if problem.related:
        result["relatedLocations"] = [
            {
                "id": number,
                **_sarif_location(related.span.file, related.span),
                "message": {"text": visible(related.label)},
            }
            for number, related in enumerate(problem.related, 1)
        ]
    if problem.fix is not None:
        result["fixes"] = [_sarif_fix(problem.fix)]
    return result


def _sarif_locations(problem: Problem) -> list[dict[str, Any]]:
    if problem.file is None:
        return []
    return [_sarif_location(problem.file, problem.span)]


def _sarif_location(file: str, span: Span | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _sarif_uri(file)}}
    if span is not None:
        physical["region"] = _sarif_region(span)
    return {"physicalLocation": physical}


def _sarif_uri(file: str) -> str:
    """Give a file name as a reference: slashes stay, odd letters are escaped."""
    path = file.replace("\\", "/").encode("utf-8", "backslashreplace")
    return percent_encode(path)


def _sarif_region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _sarif_fix(fix: Fix) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _sarif_region(fix.span),
        "insertedContent": {"text": _sound(fix.replacement)},
    }
    change = {
        "artifactLocation": {"uri": _sarif_uri(fix.span.file)},
        "replacements": [replacement],
    }
    return {"artifactChanges": [change]}
