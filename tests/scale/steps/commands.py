"""The commands of `services/manual/scaling.md`, by step."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tests.fixtures.servers import ROOT

_PAGE: Final = (ROOT / "services/manual/scaling.md").read_text(encoding="utf-8")
_BLOCK: Final = _PAGE.split("\n## The commands\n")[1].split("```sh\n")[1].split("```")[0]
_VOLTIGO: Final = ".venv/bin/voltigo"
STARTED: Final = (f"{_VOLTIGO} serve", f"{_VOLTIGO} worker")
"""They go on until they are stopped; the test starts and stops them."""
STOOD_IN_FOR: Final = ("pg_basebackup", ".venv/bin/uv pip install")
"""Runs as PostgreSQL's own user in a fixture; installs what is there."""


@dataclass(frozen=True)
class Step:
    """One step: what the comment above says, and its lines, a continued one as one."""

    title: str
    lines: tuple[str, ...]

    def script(self, addresses: Mapping[str, str]) -> str:
        """What a shell runs, with other addresses. Raises LookupError for one that does not occur."""
        lines = [line for line in self.lines if not line.startswith((*STARTED, *STOOD_IN_FOR))]
        text = "\n".join(lines)
        for usual, other in addresses.items():
            if usual not in text:
                raise LookupError(usual)
            text = text.replace(usual, other)
        return text


def steps() -> list[Step]:
    """All of them, in order."""
    return [_step(part) for part in re.split(r"\n\n(?=# \d )", _BLOCK.strip())]


def _step(part: str) -> Step:
    title, _, rest = part.partition("\n")
    return Step(title, tuple(rest.replace("\\\n  ", "").splitlines()))
