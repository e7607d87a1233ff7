"""The faults, and what may be wrong with their table."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

TABLES = Path(__file__).parent
WEB_APPS = ("public-web", "admin-web")


@dataclass(frozen=True)
class Fault:
    """One change of one file, and where the tests are that may notice it."""

    room: str
    name: str
    file: str
    old: str
    new: str
    folders: tuple[str, ...]
    tests: tuple[str, ...] = ()
    fresh: bool = False

    @property
    def web_app(self) -> str | None:
        """The app whose tests are asked; none for Python and SQL."""
        app = self.file.partition("/")[0]
        return app if app in WEB_APPS else None

    def named(self, root: Path) -> tuple[str, ...]:
        """The tests it names, as far as they are still there."""
        return tuple(test for test in self.tests if (root / test).exists())

    def changed(self, source: str) -> str:
        """The file with the fault in it."""
        return source.replace(self.old, self.new, 1)


def read(tables: Path = TABLES) -> list[Fault]:
    """All of them, table by table."""
    found: list[Fault] = []
    for path in sorted(tables.glob("*.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        folders = tuple(told.pop("folders"))
        for file, faults in told.items():
            tests = tuple(faults.pop("tests", ()))
            for name, (old, new, *fresh) in faults.items():
                found.append(Fault(path.stem, name, file, old, new, folders, tests, bool(fresh)))
    return found


def problems(faults: Sequence[Fault], root: Path) -> Iterator[str]:
    """What keeps a fault from being tried: the product has moved on, or the row says nothing."""
    names = Counter(fault.name for fault in faults)
    yield from (f"{name!r} is there twice" for name, count in names.items() if count > 1)
    for fault in faults:
        yield from (f"{fault.room}, {fault.name!r}: {problem}" for problem in _problems_of(fault, root))


def _problems_of(fault: Fault, root: Path) -> Iterator[str]:
    path = root / fault.file
    if not path.is_file():
        yield f"there is no {fault.file}"
        return
    source = path.read_text(encoding="utf-8")
    if (count := source.count(fault.old)) != 1:
        yield f"`old` occurs {count} times in {fault.file}"
    elif fault.changed(source) == source:
        yield "it changes nothing"
    elif path.suffix == ".py":
        try:
            compile(fault.changed(source), fault.file, "exec")
        except SyntaxError as error:
            yield f"{fault.file} would not compile: {error}"
    if not fault.web_app and not any((root / folder).is_dir() for folder in fault.folders):
        yield f"none of the folders is there: {', '.join(fault.folders)}"
