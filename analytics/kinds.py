"""Kinds of measure columns, read from `kinds.toml`: their scale, unit and decimals.

`python -m analytics.kinds` prints the same table and the channel groups in TypeScript.
"""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analytics import channel_groups


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """One section of `kinds.toml`."""

    scale: int
    decimals: int
    unit: str
    stored: str
    is_trimmed: bool = False
    is_ratio: bool = False

    @property
    def parts(self) -> int:
        """Stored units per displayed unit."""
        return int(10**self.scale)


MEASURES: Final[Mapping[str, MeasureKind]] = {
    name: MeasureKind(**entry)
    for name, entry in tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8")).items()
}
"""By name. All measures are integers; null means unknown."""


def as_typescript() -> str:
    """The console's `lib/kinds.gen.ts`."""
    lines = [
        f"  {name}: {{ parts: {kind.parts}, decimals: {kind.decimals}, isTrimmed: {str(kind.is_trimmed).lower()}, "
        f"unit: '{kind.unit}' }},"
        for name, kind in MEASURES.items()
    ]
    head = "// Written by `make types` from analytics/kinds.toml.\nexport const MEASURE_KINDS = {"
    return "\n".join([head, *lines, "} as const", "", channel_groups.as_typescript()])


if __name__ == "__main__":
    sys.stdout.write(as_typescript())
