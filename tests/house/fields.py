"""A field of a reservation is declared once, on its column (`services/reservations/fields.py`): few files name one."""

import re
import subprocess
from pathlib import Path
from typing import Final

from services.reservations.models import ASKED

FIELDS: Final = tuple(one.column for one in ASKED if one.values.options)
"""Those that no rule but their own asks for: the postcode, say, is part of what tells two households apart."""
MOST: Final = 15
"""Files of product and tests together that name one."""
_GENERATED: Final = ("openapi.json", "schema.d.ts")


def faults(root: Path, names: tuple[str, ...] = FIELDS, most: int = MOST) -> list[str]:
    """Each of these fields that more files name."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    files = [root / name for name in listed.split("\0") if name and Path(name).name not in _GENERATED]
    texts = [file.read_bytes() for file in files if file.is_file()]
    counts = {name: sum(bool(_spelt(name).search(text)) for text in texts) for name in names}
    return [f"{name}: {count} files name it, at most {most}" for name, count in counts.items() if count > most]


def _spelt(name: str) -> re.Pattern[bytes]:
    """As Python and as TypeScript write it."""
    first, *others = name.split("_")
    return re.compile(f"{name}|{first}{''.join(map(str.title, others))}".encode())
