"""How many clicks and keys `admin-web/README.md` says that a task or a question takes, and the best of others."""

import re

from tests.fixtures.servers import ROOT


def documented_steps(task: str) -> tuple[int, int | None]:
    """Ours, and the best of comparable products where one is known."""
    text = (ROOT / "admin-web/README.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(task)} \| (\d+) \((\d+)?[^)]*\) \|$", text, re.MULTILINE)
    assert found, f"no row of the table: {task}"
    return int(found[1]), int(found[2]) if found[2] else None
