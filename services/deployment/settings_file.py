"""The settings file that `voltigo init` writes: every setting with its explanation, the given values, a fresh secret.

Valid for python-dotenv (`.env`) and for systemd (`EnvironmentFile`) alike.
"""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from services.settings import Settings
from services.settings_fields import PREFIX

_PLAIN: Final = re.compile(r"[A-Za-z0-9@:/.,+_%=-]+")
_WIDTH: Final = 110
_HEAD: Final = """# Einstellungen von Voltigo, geschrieben von `voltigo init`. Hier stehen Geheimnisse.
# Eine Zeile mit # am Anfang gilt nicht; dahinter steht die Vorgabe.
"""


class UnusableValue(ValueError):
    """A value that no line of the file can hold."""


def contents(given: Mapping[str, str]) -> str:
    """The text of the file. `given`: values by name without prefix. Raises UnusableValue."""
    values = {"SECRET": secrets.token_hex(32), **given}
    return _HEAD + "".join(f"\n{_paragraph(name, values.get(name.upper()))}" for name in Settings.model_fields)


def _paragraph(name: str, value: str | None) -> str:
    meaning = "".join(f"# {line}\n" for line in wrap(meaning_of(name).replace("`", ""), _WIDTH))
    line = f"{PREFIX}{name.upper()}={quoted(default_of(name) if value is None else value)}\n"
    return f"{meaning}{'#' if value is None else ''}{line}"


def meaning_of(name: str) -> str:
    """The text below the field in `settings_fields.py`, on one line."""
    return " ".join((Settings.model_fields[name].description or "").split())


def default_of(name: str) -> str:
    """As it would be written; empty where there is none."""
    value: Any = Settings.model_fields[name].default
    if hasattr(value, "get_secret_value"):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
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
