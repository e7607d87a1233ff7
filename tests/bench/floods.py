"""`python -m tests.bench.floods`: what real users wait, alone and beside floods of callers who mean harm."""

import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from services.core.db.db import Database
from services.schema.migrate import migrate
from tests.faults.floods import beside, floods
from tests.fixtures.servers import server_starter
from tests.fixtures.staff import add_member

CALLS = 600
SIZES = (1_000, 9_000)
"""The second needs a system that lets one process open more than 10,000 files."""


def main() -> None:
    table = Table("flood", "p99 before", "during", "ratio", "answers", title="Real users beside floods")
    for name, flood in floods(SIZES).items():
        with tempfile.TemporaryDirectory() as folder, server_starter(Path(folder)) as start:
            url = f"sqlite:///{folder}/voltigo.sqlite3"
            db = Database(url)
            migrate(db)
            token = add_member(db, "staff").token
            db.close()
            before, during = beside(start(url), flood, CALLS, token)
            ratio = during.p99_ms() / before.p99_ms()
            answers = ", ".join(f"{status or 'broken'}: {n}" for status, n in sorted(during.statuses.items()))
            table.add_row(name, f"{before.p99_ms():.0f} ms", f"{during.p99_ms():.0f} ms", f"{ratio:.1f}", answers)
    Console().print(table)


if __name__ == "__main__":
    main()
