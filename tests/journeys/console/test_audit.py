"""The log in the console."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.servers import ROOT, Server, StartServer
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.pages import overflow

WIDTHS = (390, 1280)

pytestmark = pytest.mark.parametrize("server_settings", [{"scheduler": "off"}])
"""Only people write into the log here: jobs would add entries of their own, whenever they run."""


def test_what_happened_is_read_filtered_and_verified(page: Page, server: Server, sign_in: SignIn) -> None:
    reserve(page, server)
    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/parks/ingolstadt/show")
    page.get_by_label("Plätze", exact=True).fill("7–9")
    page.get_by_label("Grund").fill("Vermessung")
    page.get_by_role("button", name="3 Plätze sperren").click()
    expect(page.get_by_text("3 Plätze gesperrt.")).to_be_visible()

    page.goto("/admin/audit")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Kim Admin hat in Park ingolstadt 3 Plätze gesperrt.")
    expect(page.get_by_role("row").nth(2)).to_contain_text("Ein Haushalt hat einen Platz reserviert")
    page.get_by_text("Zeigen zu Eintrag 1").click()
    expect(page.get_by_role("row").nth(2)).to_contain_text("annual_kwh")
    page.get_by_role("button", name="Protokoll auf Veränderung prüfen").click()
    expect(page.get_by_text("Alle 2 Einträge sind unverändert.")).to_be_visible()
    assert violations(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0
    page.get_by_label("Aktion").select_option(label="in Park Plätze gesperrt")
    expect(page.get_by_role("row")).to_have_count(2)


def test_staff_do_not_read_the_log(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "staff")
    page.goto("/admin/audit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")


def verified(database: Path, data_dir: Path) -> tuple[int, str]:
    """What `voltigo audit verify` says of a database: exit code and words."""
    environment = os.environ | {"VOLTIGO_DATABASE_URL": f"sqlite:///{database}", "VOLTIGO_DATA_DIR": str(data_dir)}
    command = (sys.executable, "-c", "from services.cli import app; app()", "audit", "verify")
    run = subprocess.run(command, check=False, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=180)
    return run.returncode, (run.stdout + run.stderr).strip()


def copied(database: Path, to: Path) -> sqlite3.Connection:
    """A copy of a database in use, opened."""
    copy = sqlite3.connect(to, isolation_level=None)
    with closing(sqlite3.connect(database)) as original:
        original.backup(copy)
    return copy


def test_one_changed_row_of_the_log_is_found(
    page: Page, server: Server, sign_in: SignIn, sqlite_url: str, start_server: StartServer, tmp_path: Path
) -> None:
    for _ in range(3):
        reserve(page, server)
    sign_in(page, "admin")
    original, copy = Path(sqlite_url.removeprefix("sqlite:///")), tmp_path / "copy.sqlite3"
    change = "UPDATE audit_entries SET details = replace(details, '2000', '4000') WHERE id = 2"
    with closing(copied(original, copy)) as database:
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            database.execute(change)
        database.execute("DROP TRIGGER audit_entries_no_update")
        assert database.execute(change).rowcount == 1
    assert verified(original, server.data_dir) == (0, "The audit log is whole.")
    assert verified(copy, server.data_dir) == (1, "The chain is broken at entry 2.")

    tampered = start_server(f"sqlite:///{copy}", rate_limits="off", scheduler="off")
    page.goto(f"{tampered.url}/admin/audit")
    page.get_by_role("button", name="Protokoll auf Veränderung prüfen").click()
    expect(page.get_by_text("Die Kette ist ab Eintrag 2 verändert.")).to_be_visible()
