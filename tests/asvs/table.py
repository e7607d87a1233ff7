"""Reads the table of requirements and says what in it is not true.

A page a chapter, a row a requirement. Tests and documents are named in backticks, `path::test` and `path`.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.asvs.levels import wanted

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path(__file__).parent
PAGE: Final = FOLDER / "README.md"
STATUSES: Final = ("tested", "measured", "documented", "not applicable", "missing")
"""`measured` and `documented` name a file, `tested` a test, the last two say why or what."""
_ROW: Final = re.compile(r"^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| ([a-z ]+?) \| (.*) \|$")
_QUOTED: Final = re.compile(r"`([^`]+)`")
_BEGIN, _END = "<!-- counted -->\n", "<!-- end -->\n"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A row of a page; `proof` is its last cell as it stands there."""

    number: str
    level: int
    asks: str
    status: str
    proof: str

    @property
    def tests(self) -> list[str]:
        """The tests it names."""
        return [quoted for quoted in _QUOTED.findall(self.proof) if "::" in quoted]

    @property
    def files(self) -> list[str]:
        """The files it names."""
        return [quoted for quoted in _QUOTED.findall(self.proof) if "::" not in quoted and _is_path(quoted)]


def _is_path(quoted: str) -> bool:
    return not quoted.startswith("/") and re.search(r"\.(md|py|json|toml|yaml|ts|tsx)$", quoted) is not None


def read_table() -> list[Requirement]:
    """Every row of every page; ValueError for a row that is none."""
    rows = []
    for page in sorted(FOLDER.glob("v*.md")):
        for line in page.read_text(encoding="utf-8").splitlines():
            if not re.match(r"\| \d", line):
                continue
            found = _ROW.match(line)
            if found is None:
                raise ValueError(f"{page.name}: {line}")
            number, level, asks, status, proof = found.groups()
            rows.append(Requirement(number, int(level), asks, status, proof))
    return rows


def faults(rows: Sequence[Requirement]) -> Iterator[str]:
    """What is wrong with the table: numbers, levels, and proofs that do not exist."""
    expected = wanted()
    counted = Counter(row.number for row in rows)
    yield from (f"{number} is missing" for number in expected if number not in counted)
    yield from (f"{number} stands there {count} times" for number, count in counted.items() if count > 1)
    for row in rows:
        if expected.get(row.number) != row.level:
            yield f"{row.number} is no requirement of level {row.level}"
        yield from (f"{row.number}: {fault}" for fault in _faults_of(row))


def _faults_of(row: Requirement) -> Iterator[str]:
    if row.status not in STATUSES:
        yield f"{row.status!r} is no status"
    if row.status == "tested" and not row.tests:
        yield "names no test"
    if row.status in ("documented", "measured") and not row.files:
        yield "names no file"
    if row.status in ("not applicable", "missing") and not _QUOTED.sub("", row.proof).strip(" ·;"):
        yield "says nothing"
    yield from (f"there is no {path}" for path in row.files if not (ROOT / path).is_file())
    yield from (f"there is no {node}" for node in row.tests if not exists(node))


def exists(node: str) -> bool:
    """Whether the sources have this test; nothing is collected or run."""
    path, _, name = node.partition("::")
    file = ROOT / path
    if not file.is_file():
        return False
    if path.endswith((".ts", ".tsx")):
        # After `test(`, or after the cases of a `test.each(…)(`.
        begun = rf"\btest(?:\.each\([^)]*\)(?: as const\))?)?\(\s*(['\"`]){re.escape(name)}\1"
        return re.search(begun, file.read_text(encoding="utf-8")) is not None
    return name in _tests_of(file)


@cache
def _tests_of(file: Path) -> frozenset[str]:
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
    return frozenset(found)


def summary(rows: Sequence[Requirement]) -> str:
    """The counts by chapter and status, as they stand in the README."""
    chapters = sorted({int(row.number.partition(".")[0]) for row in rows})
    lines = [f"| chapter | {' | '.join(STATUSES)} | all |", "|---" * (len(STATUSES) + 2) + "|"]
    for chapter in chapters:
        own = [row for row in rows if row.number.startswith(f"{chapter}.")]
        (page,) = FOLDER.glob(f"v{chapter:02}-*.md")
        lines.append(_counts(f"[{page.read_text(encoding='utf-8').splitlines()[0].strip('# ')}]({page.name})", own))
    for level in (1, 2):
        lines.append(_counts(f"level {level}", [row for row in rows if row.level == level]))
    return "\n".join([*lines, _counts("**all**", rows)]) + "\n"


def _counts(name: str, rows: Sequence[Requirement]) -> str:
    counted = Counter(row.status for row in rows)
    return f"| {name} | {' | '.join(str(counted[status] or '–') for status in STATUSES)} | {len(rows)} |"


def written_summary() -> str:
    """The counts that the README has now."""
    return PAGE.read_text(encoding="utf-8").split(_BEGIN)[1].split(_END)[0]


def renewed_page(rows: Sequence[Requirement]) -> str:
    """The README with the counts of these rows."""
    before, rest = PAGE.read_text(encoding="utf-8").split(_BEGIN)
    return f"{before}{_BEGIN}{summary(rows)}{_END}{rest.split(_END)[1]}"


def ranked() -> list[str]:
    """The numbers that the README lists as missing, by harm."""
    section = PAGE.read_text(encoding="utf-8").split("## What is missing")[1]
    return re.findall(
        r"\b\d+\.\d+\.\d+\b", "\n".join(line.split("|")[2] for line in section.splitlines() if "|" in line)
    )
