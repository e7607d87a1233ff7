"""The file of settings that `voltigo init` writes: every setting with its explanation, those given and a fresh secret.

The explanations are those of the README's table, so that there is one text of each. The format is read alike by
python-dotenv, which reads `.env`, and by systemd's `EnvironmentFile`.
"""

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from services.settings import Settings
from services.settings_checks import PREFIX

_HERE: Final = Path(__file__).resolve().parent
_ROW: Final = re.compile(r"^\| (`[A-Z_`, ]+`) \| (.*?) \| (.*) \|$", re.MULTILINE)
_PLAIN: Final = re.compile(r"[A-Za-z0-9@:/.,+_%=-]+")
_WIDTH: Final = 110
_HEAD: Final = """# Einstellungen von Voltigo, geschrieben von `voltigo init`. Hier stehen Geheimnisse.
# Eine Zeile mit # am Anfang gilt nicht; dahinter steht die Vorgabe.
"""


class Explained(NamedTuple):
    """A row of the README's table: one setting or some that belong together."""

    names: tuple[str, ...]
    default: str
    meaning: str


class UnusableValue(ValueError):
    """A value that no line of the file can hold."""


def explained() -> list[Explained]:
    page = next(path for path in (_HERE / "README.md", _HERE.parents[1] / "README.md") if path.is_file())
    section = page.read_text(encoding="utf-8").split("\n## Settings\n")[1].split("\n## ")[0]
    return [Explained(_names(row[0]), row[1], row[2]) for row in _ROW.findall(section)]


def _names(cell: str) -> tuple[str, ...]:
    """`COMPANY_NAME`, `_STREET`: what begins with _ shares the first word of the first."""
    names = re.findall(r"`([A-Z_]+)`", cell)
    first = names[0].partition("_")[0]
    return tuple(f"{first}{name}" if name.startswith("_") else name for name in names)


def contents(given: Mapping[str, str]) -> str:
    """The text of the file. `given`: values by name without prefix. Raises UnusableValue."""
    values = {"SECRET": secrets.token_hex(32), **given}
    return _HEAD + "".join(f"\n{part}" for row in explained() for part in _paragraph(row, values))


def _paragraph(row: Explained, values: Mapping[str, str]) -> Iterator[str]:
    meaning = row.meaning.replace("`", "")
    default = row.default.replace("`", "")
    text = f"{meaning[:1].upper()}{meaning[1:].rstrip('.')}. Default: {default}."
    yield "".join(f"# {line}\n" for line in wrap(text, _WIDTH)) + "".join(_line(name, values) for name in row.names)


def _line(name: str, values: Mapping[str, str]) -> str:
    if (value := values.get(name)) is not None:
        return f"{PREFIX}{name}={quoted(value)}\n"
    return f"#{PREFIX}{name}={quoted(_default(name))}\n"


def _default(name: str) -> str:
    field = Settings.model_fields[name.lower()]
    value: Any = field.default
    if hasattr(value, "get_secret_value"):
        return ""
    return ",".join(value) if isinstance(value, tuple) else "" if value is None else str(value)


def quoted(value: str) -> str:
    """The value as both readers take it literally. Raises UnusableValue for a line break and for `${`."""
    if not value or _PLAIN.fullmatch(value):
        return value
    if "\n" in value or "\r" in value or "${" in value:
        raise UnusableValue("enthält einen Zeilenumbruch oder ${, was eine Datei mit Einstellungen nicht fassen kann")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def write(path: Path, text: str) -> None:
    """Create the file with rights for its owner alone. Raises FileExistsError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
