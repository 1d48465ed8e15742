"""The command as a whole process: hostile files end soon, in little memory, in words.

A longer run of the random files: pytest --front-door-files 5000.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handfoot.errors import RulesetError
from handfoot.rules.language.head import HEAD
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import CASES, SCOPE_WORDS
from handfoot.rules.loading import check_text, loads_rules
from handfoot.rules.reports.problems import Report
from handfoot.rules.rulebook import all_keys

# The limits of every hostile input; time is that of the processor, startup included.
SECONDS = 1.0
MEGABYTES = 100

#: The command; at its end it notes the most memory that it held.
_MAIN = """
import atexit, sys
peak = sys.argv.pop()
def note():
    with open("/proc/self/status") as status, open(peak, "w") as file:
        file.write(next(line for line in status if line.startswith("VmHWM")))
if sys.platform == "linux":
    atexit.register(note)
from handfoot.cli import main
main()
"""
HEADER = b"handfoot: 1\nname: T\n"


@attrs.frozen
class Outcome:
    """What came of one run of the command.

    Attributes:
        code: Its exit code.
        out: What it printed, both streams.
        seconds: Time of the processor.
        megabytes: The most memory it held.
    """

    code: int
    out: str
    seconds: float
    megabytes: float


def check(*args: str, cwd: Path, stdin: bytes | None = None) -> Outcome:
    """Run ``handfoot check`` in a process of its own."""
    peak = cwd.parent / f"{cwd.name}.peak"
    path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", _MAIN, "check", *args, str(peak)],
        cwd=cwd,
        input=stdin or b"",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
        timeout=120,
        check=False,
    )
    after = os.times()
    seconds = after.children_user + after.children_system
    seconds -= before.children_user + before.children_system
    kilobytes = int(peak.read_text().split()[1]) if peak.exists() else 0
    out = done.stdout.decode("utf-8", "replace")
    return Outcome(done.returncode, out, seconds, kilobytes / 1024)


def stairs() -> str:
    """Return settings each of which stands inside the one before."""
    return "".join(f"{' ' * depth}a{depth}:\n" for depth in range(700))


#: What each kind of text is made of, and the codes of which it must say one.
TEXTS: dict[str, tuple[bytes, str]] = {
    "alias bomb": (
        b"a0: &a0 [x]\n"
        + b"".join(
            b"a%d: &a%d [%s]\n" % (n + 1, n + 1, b",".join([b"*a%d" % n] * 9))
            for n in range(20)
        ),
        "HF107",
    ),
    "recursive alias": (HEADER + b"deal: &a [*a]\n", "HF107"),
    "merge keys": (b"a: &a {x: 1}\nb: {<<: [" + b"*a," * 3000 + b"]}\n", "HF107"),
    "deep brackets": (HEADER + b"deal: " + b"[" * 20_000, "HF111"),
    "deep maps": (HEADER + b"deal: " + b"{a: " * 20_000, "HF111"),
    "deep indentation": (stairs().encode(), "HF111"),
    "many unclosed quotes": (HEADER + b'a: "' * 20_000, "HF1"),
    "large": (HEADER + b"# x\n" * 200_000, "HF004"),
    "just below the limit": (HEADER + b"deal: {hand: 11}\n" + b"# x\n" * 65_000, ""),
    "many settings": (
        HEADER + b"".join(b"k%05d: 1\n" % n for n in range(25_000)),
        "HF1",
    ),
    "many empty lists": (HEADER + b"deal: [" + b"[]," * 80_000 + b"]\n", "HF1"),
    "huge text": (HEADER + b"deal: {hand: " + b"x" * 250_000 + b"}\n", "HF2"),
    "huge name": (HEADER + b"x" * 250_000 + b": 1\n", "HF"),
    "huge block": (HEADER + b"author: |\n" + b"  line\n" * 35_000, "HF210"),
    "number of 400 digits": (HEADER + b"deal: {hand: " + b"9" * 400 + b"}\n", "HF"),
    "hexadecimal": (HEADER + b"deal: {hand: 0x" + b"f" * 100_000 + b"}\n", "HF"),
    "octal": (HEADER + b"deal: {hand: 013}\n", "HF112"),
    "sexagesimal": (HEADER + b"deal: {hand: 1:30}\n", "HF"),
    "long sexagesimal": (HEADER + b"deal: {hand: " + b"1:" * 100_000 + b"1}\n", "HF"),
    "date": (HEADER + b"deal: {hand: 2024-13-45}\n", "HF"),
    "not a number": (HEADER + b"deal: {hand: .nan, foot: .inf}\n", "HF115"),
    "decimal": (HEADER + b"deal: {hand: 1e3, foot: 5.0}\n", "HF202"),
    "key that is a list": (HEADER + b"? [a]\n: 1\n", "HF110"),
    "key that is a number": (HEADER + b"1: 2\ntrue: 3\nnull: 4\n", "HF201"),
    "same key twice": (HEADER + b"name: U\n", "HF106"),
    "several documents": (HEADER + b"---\nname: U\n", "HF1"),
    "python tag": (HEADER + b"deal: !!python/object/apply:os.system [ls]\n", "HF108"),
    "broken tags": (HEADER + b'deal: !!int ""\nb: !!bool maybe\n', "HF108"),
    "bytes": (bytes(range(256)) * 20, "HF00"),
    "not UTF-8": (HEADER + b"author: \xff\xfe\xfd\n", "HF005"),
    "UTF-16": (HEADER.decode().encode("utf-16"), "HF005"),
    "byte order mark": (b"\xef\xbb\xbf" + HEADER, ""),
    "two byte order marks": (b"\xef\xbb\xbf" * 2 + HEADER, "HF006"),
    "CRLF": (HEADER.replace(b"\n", b"\r\n"), ""),
    "only CR": (HEADER.replace(b"\n", b"\r"), "HF"),
    "NUL": (HEADER + b"author: a\0b\n", "HF006"),
    "escape codes": (HEADER + b'author: "\\e[31mred\\u202e"\n', "HF"),
    "zero width": (HEADER + "de\u200bal: {hand: 11}\n".encode(), "HF006"),
    "right to left": (HEADER + "author: \u202eabc\n".encode(), "HF006"),
    "look-alike": (HEADER + "de\u0430l: {hand: 11}\n".encode(), "HF114"),
    "surrogate": (HEADER + b'author: "\\ud800"\n', "HF"),
    "too large a letter": (HEADER + b'author: "\\UFFFFFFFF"\n', "HF"),
    "unusual line ends": (HEADER + "author: a\u2028b\u0085c\n".encode(), "HF006"),
    "empty": (b"", "HF008"),
    "only remarks": (b"# nothing\n", "HF008"),
    "list at the top": (b"- a\n- b\n", "HF"),
    "a word at the top": (b"rules\n", "HF"),
    "forged annotation": (HEADER + b'"a\\n::error::b": 1\n', "HF"),
    "many wrong settings": (
        HEADER + b"deal:\n" + b"".join(b"  h%05d: 1\n" % n for n in range(15_000)),
        "HF",
    ),
    "many wrong values": (
        HEADER + b"players: {counts: [" + b"x, " * 15_000 + b"]}\n",
        "HF",
    ),
    "forms within forms": (
        HEADER
        + b"opening: {minimum: "
        + b"{by_players: {2: " * 12
        + b"5"
        + b"}}" * 12
        + b"}\n",
        "HF216",
    ),
    "every round and score": (
        HEADER
        + b"match: {rounds: 100, most_rounds: 100}\nopening: {minimum: {by_round: ["
        + b", ".join([b"50"] * 100)
        + b"]}}\ngoing_out: {bonus: {by_score: {"
        + b", ".join(b"%d: 50" % (100 * n) for n in range(150))
        + b"}}}\nplayers: {counts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}\n"
        + b"deck: {packs: 16}\n",
        "",
    ),
    "every moment": (
        HEADER
        + b"opening: {minimum: {by_round: ["
        + b", ".join([b"50"] * 4)
        + b"]}}\ngoing_out: {bonus: {by_score: {"
        + b", ".join(b"%d: 50" % (100 * n) for n in range(25))
        + b"}}}\nplayers: {counts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}\n"
        + b"deck: {packs: 16}\n"
        + b"pile: {needs: {by_opening: {before: natural_pair, after: {by_packet: "
        + b"{first: nothing, last: pair_or_wild}}}}}\n"
        + b"threes: {red_laid: {by_out: {out: 5, others: 6}}}\n",
        "",
    ),
    "extends an address": (HEADER + b"extends: http://localhost/x.yaml\n", "HF402"),
    "extends an absolute path": (HEADER + b"extends: /etc/passwd\n", "HF40"),
    "extends above": (HEADER + b"extends: ./../../etc/passwd\n", "HF40"),
    "extends NUL": (HEADER + b'extends: "./a\\0b.yaml"\n', "HF"),
    "extends a long name": (HEADER + b"extends: ./" + b"a" * 1900 + b".yaml\n", "HF"),
    "extends itself": (HEADER + b"extends: ./rules.yaml\n", "HF405"),
    "extends a folder": (HEADER + b"extends: ./.\n", "HF"),
}


def within(found: Outcome, code: str) -> None:
    """Assert what holds for every input: limits, exit code, words, nothing raw."""
    assert found.code == (0 if not code else found.code)
    assert found.code in ((1, 2) if code else (0,)), found.out
    assert code in found.out
    assert "Traceback" not in found.out
    assert "mistake in handfoot" not in found.out
    assert len(found.out) < 100_000
    # Nothing acts on a terminal or a log.
    assert not any(sign in found.out for sign in "\x1b\0\u202e\u200b")
    assert not any(line.startswith("::") for line in found.out.splitlines())
    assert found.megabytes < MEGABYTES
    assert found.seconds < SECONDS


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text(name: str, tmp_path: Path) -> None:
    """Every odd or hostile text is answered in words, soon, in little memory."""
    data, code = TEXTS[name]
    (tmp_path / "rules.yaml").write_bytes(data)
    within(check("rules.yaml", cwd=tmp_path), code)


@pytest.mark.parametrize("form", ["json", "github", "sarif"])
def test_hostile_text_for_programs(form: str, tmp_path: Path) -> None:
    """The forms for programs keep the limits too, and nothing forges a line."""
    (tmp_path / "rules.yaml").write_bytes(TEXTS["many wrong settings"][0])
    found = check("rules.yaml", "--format", form, cwd=tmp_path)
    assert found.code == 1
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES


def _chain(folder: Path) -> None:
    for number in range(60):
        text = HEADER + b"extends: ./%d.yaml\n" % (number + 1)
        (folder / f"{number}.yaml").write_bytes(text)
    (folder / "rules.yaml").write_bytes(HEADER + b"extends: ./0.yaml\n")


def _link_out(folder: Path) -> None:
    (folder / "secret.yaml").symlink_to("/etc/passwd")
    (folder / "rules.yaml").write_bytes(HEADER + b"extends: ./secret.yaml\n")


def _link_circle(folder: Path) -> None:
    (folder / "rules.yaml").symlink_to(folder / "other.yaml")
    (folder / "other.yaml").symlink_to(folder / "rules.yaml")


def _pipe_as_base(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    (folder / "rules.yaml").write_bytes(HEADER + b"extends: ./pipe.yaml\n")


def _device_as_base(folder: Path) -> None:
    (folder / "zero.yaml").symlink_to("/dev/zero")
    (folder / "rules.yaml").write_bytes(HEADER + b"extends: ./zero.yaml\n")


def _circle(folder: Path) -> None:
    for one, other in ("ab", "ba"):
        (folder / f"{one}.yaml").write_bytes(
            HEADER + f"extends: ./{other}.yaml\n".encode()
        )
    (folder / "rules.yaml").write_bytes(HEADER + b"extends: ./a.yaml\n")


#: What is prepared in the folder, and the code that must be said of rules.yaml.
PLACES: dict[str, tuple[Callable[[Path], object], str]] = {
    "no file": (lambda _: None, "HF001"),
    "a pipe": (lambda folder: os.mkfifo(folder / "rules.yaml"), "HF002"),
    "a device": (
        lambda folder: (folder / "rules.yaml").symlink_to("/dev/zero"),
        "HF002",
    ),
    "a link to itself": (_link_circle, "HF007"),
    "a long chain": (_chain, "HF406"),
    "a circle": (_circle, "HF405"),
    "a link out of the folder": (_link_out, "HF404"),
    "a pipe as the base": (_pipe_as_base, "HF002"),
    "a device as the base": (_device_as_base, "HF40"),
}


@pytest.mark.parametrize("name", PLACES)
def test_hostile_place(name: str, tmp_path: Path) -> None:
    """Pipes, devices, links and circles are refused, and nothing of them is shown."""
    prepare, code = PLACES[name]
    prepare(tmp_path)
    found = check("rules.yaml", cwd=tmp_path)
    within(found, code)
    assert "root:" not in found.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(tmp_path: Path) -> None:
    """A file that may not be read is said to be so."""
    file = tmp_path / "rules.yaml"
    file.write_bytes(HEADER)
    file.chmod(0)
    within(check("rules.yaml", cwd=tmp_path), "HF003")


def test_endless_input(tmp_path: Path) -> None:
    """Of what comes in without end only the limit is read."""
    within(check("-", cwd=tmp_path, stdin=b"# x\n" * 500_000), "HF004")


def test_a_folder_of_devices(tmp_path: Path) -> None:
    """A folder is searched without opening what is no file."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "good.yaml").write_bytes(HEADER)
    found = check(".", cwd=tmp_path)
    assert found.code == 2
    assert "HF002" in found.out


def test_no_socket_is_opened(tmp_path: Path) -> None:
    """Whatever a file names, nothing is asked of the network."""
    script = (
        "import socket, sys\n"
        "def never(*a, **k): raise SystemExit('a socket was opened')\n"
        "socket.socket.connect = never\nsocket.getaddrinfo = never\n"
        "from handfoot.cli import main\n"
        "sys.argv = ['handfoot', 'check', 'rules.yaml']\nmain()\n"
    )
    text = (
        HEADER + b"extends: http://localhost:9/x.yaml\n$schema: http://localhost:9/s\n"
    )
    (tmp_path / "rules.yaml").write_bytes(text)
    path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "HF402" in done.stdout + done.stderr


# -- random files made of the language -----------------------------------------------------

_WORDS = ["all", "none", "yes", "clean", "seven", "wild", "by_round", "else", "any", ""]


def _right(key: Key) -> st.SearchStrategy[Any]:
    """Return values that a key may have."""
    match key.kind:
        case "switch":
            return st.booleans()
        case "number":
            number = st.integers(key.least or 0, min(key.most or 50, 50))
            return st.one_of(number, st.sampled_from([*key.choices, key.example]))
        case "choice":
            return st.sampled_from(key.choices)
        case "cards":
            return st.lists(st.sampled_from(key.choices), max_size=4, unique=True)
        case "numbers":
            return st.lists(st.integers(1, 8), max_size=4, unique=True)
        case "counts":
            names = st.sampled_from(["clean", "dirty", "wild", "any", "sevens"])
            return st.dictionaries(names, st.integers(0, 4), max_size=3)
        case _:
            return st.just(key.example)


def _wrong() -> st.SearchStrategy[Any]:
    """Return values that fit few keys or none."""
    leaf = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**12), 10**12),
        st.floats(),
        st.text(max_size=6),
        st.sampled_from(_WORDS),
    )
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from([*_WORDS, "then_add"]), inner, max_size=3),
        ),
        max_leaves=6,
    )


def _formed(plain: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return values in the forms by which they vary, right ones and wrong ones."""
    forms = [
        st.fixed_dictionaries({"by_round": st.lists(plain, min_size=1, max_size=3)}),
        st.fixed_dictionaries(
            {"by_round": st.lists(plain, min_size=1, max_size=2)},
            optional={"then_add": st.integers(-50, 50)},
        ),
        st.fixed_dictionaries(
            {"by_players": st.dictionaries(st.integers(1, 9), plain, max_size=2)}
        ),
        st.fixed_dictionaries(
            {"by_score": st.dictionaries(st.integers(-100, 5000), plain, max_size=2)}
        ),
        st.fixed_dictionaries({"per_player": st.integers(-2, 9)}),
        *(
            st.fixed_dictionaries(
                {word: st.fixed_dictionaries(dict.fromkeys(form.names, plain))}
            )
            for word, form in CASES.items()
        ),
        st.dictionaries(st.sampled_from([*SCOPE_WORDS]), plain, max_size=2),
    ]
    return st.one_of(forms)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Draw the text of a file: settings of the language, well or badly set."""
    keys = [key for key in all_keys() if isinstance(key, Key)]
    document: dict[str, Any] = {}
    if draw(st.integers(0, 9)):
        document |= {"handfoot": draw(st.sampled_from([1, 1, 1, 0, 2, "1"]))}
        document |= {"name": "drawn"}
    chosen = draw(
        st.lists(st.sampled_from(keys), max_size=8, unique_by=lambda k: k.path)
    )
    for key in chosen:
        plain = st.one_of(_right(key), _right(key), _wrong())
        value = draw(st.one_of(plain, plain, _formed(plain), _formed(_formed(plain))))
        *groups, last = key.path.replace("*", draw(st.sampled_from(_WORDS[3:6]))).split(
            "."
        )
        place = document
        for group in groups:
            inner = place.setdefault(group, {})
            place = inner if isinstance(inner, dict) else {}
        name = draw(st.sampled_from([last] * 6 + [f"{last}s", last[:-1], "odd"]))
        place[name] = value
    for name in draw(st.lists(st.sampled_from([*HEAD]), max_size=2)):
        document.setdefault(name, draw(_wrong()))
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True)


def _holds(text: str) -> None:
    rules, report = check_text(text)
    assert isinstance(report, Report)
    assert (rules is None) == bool(report.errors)
    codes = {one.code for one in report.problems}
    assert "HF999" not in codes, report.text()
    for form in (report.text(), report.github(), str(report.sarif())):
        assert len(form) < 200_000
    if rules is None:
        with pytest.raises(RulesetError):
            loads_rules(text)
    else:
        assert loads_rules(rules.to_yaml()) == rules


def test_random_files(request: pytest.FixtureRequest) -> None:
    """Any file of settings, right or wrong, gives a ruleset or problems, no crash."""

    @settings(
        max_examples=request.config.getoption("--front-door-files"),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        database=None,
    )
    @given(text=files())
    def run(text: str) -> None:
        _holds(text)

    run()
