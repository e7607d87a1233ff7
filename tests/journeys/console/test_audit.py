"""The log in the console."""

import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.servers import ROOT, Server, StartServer
from tests.journeys.axe import defects, violations, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.pages import overflow
from tests.services.reservations.standing import do, households, reserve_many

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
    expect(page.get_by_role("row").nth(1)).to_contain_text("Kim Admin hat in Park Ingolstadt 3 Plätze gesperrt.")
    expect(page.get_by_role("row").nth(2)).to_contain_text("Ein Haushalt hat einen Platz reserviert")
    page.get_by_text("Zeigen zu Eintrag 1").click()
    expect(page.get_by_role("row").nth(2)).to_contain_text("annual_kwh")
    page.get_by_role("button", name="Protokoll auf Veränderung prüfen").click()
    expect(page.get_by_text("Alle 2 Einträge sind unverändert.")).to_be_visible()
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    choose(page, "Aktion", "Sperrung", "Sperrung von Plätzen")
    expect(page.get_by_role("row")).to_have_count(2)


def choose(page: Page, field: str, words: str, option: str) -> None:
    """By keyboard alone: the filter, the words, and Enter once the choice stands there."""
    expect(page.get_by_role("button", name="Filter", exact=True)).to_be_visible()
    page.keyboard.press("f")
    page.get_by_role("menuitem", name=field, exact=True).press("Enter")
    picker = page.get_by_role("combobox", name=field)
    picker.focus()
    page.keyboard.type(words)
    expect(page.get_by_role("option", name=option).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(picker).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def bulk(records_db: Database, count: int) -> list[int]:
    """So many reservations, invited at once by the first account; the last is of Anna Huber."""
    bodies = households(count - 1, solar_share_amount=1)
    bodies += households(1, first_name="Anna", last_name="Huber", email="anna@example.org", mobile_phone="0171 9876543")
    ids = reserve_many(records_db, utc_now(), bodies)
    do(records_db, "invite", ids, utc_now(), actor="staff:1")
    return ids


@pytest.mark.sample(0)
def test_a_bulk_is_one_row_that_opens_to_its_reservations(page: Page, sign_in: SignIn, records_db: Database) -> None:
    sign_in(page, "admin", name="Kim Admin")
    ids = bulk(records_db, 83)
    page.goto("/admin/audit")
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text("Kim Admin hat 83 Reservierungen zum Vertrag eingeladen.")
    expect(page.get_by_role("row").nth(2)).to_contain_text("von Anna Huber")
    row.get_by_role("button", name="83 Reservierungen zeigen").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("listitem")).to_have_count(50)
    page.keyboard.press("Tab")
    expect(row.get_by_role("link").first).to_be_focused()
    row.get_by_role("button", name="Die letzten 33 zeigen").press("Enter")
    expect(row.get_by_role("listitem")).to_have_count(83)
    expect(row.get_by_role("listitem").last).to_contain_text("Anna HuberReserviert → Eingeladen")
    assert violations(page, WIDTHS) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0
        table = page.get_by_role("table").bounding_box()
        region = page.get_by_role("region", name="Tabelle").bounding_box()
        assert table and region and table["width"] <= region["width"], "nothing is hidden beyond the edge"
    row.get_by_role("listitem").last.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/reservations/{ids[-1]}/show"))


@pytest.mark.sample(0)
def test_filters_are_chosen_by_keyboard_and_kept_in_the_address(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    sign_in(page, "admin", name="Kim Admin")
    ids = bulk(records_db, 3)
    page.goto("/admin/audit")
    expect(page.get_by_role("row")).to_have_count(5)
    choose(page, "Reservierung, Park oder Mail", "huber", "Anna Huber")
    expect(page.get_by_role("row")).to_have_count(3)
    choose(page, "Wer", "kim", "Kim Admin")
    expect(page.get_by_role("row")).to_have_count(2)
    assert "Huber" not in page.url
    assert f"reservation%3A{ids[-1]}" in page.url

    page.reload()
    expect(page.get_by_role("row")).to_have_count(2)
    filters = page.get_by_role("region", name="Filter")
    expect(filters.get_by_role("button", name=re.compile("^Reservierung, Park oder Mail: VG-"))).to_be_visible()
    expect(filters.get_by_role("button", name="Wer: Kim Admin")).to_be_visible()
    page.get_by_role("button", name="Alle Filter entfernen").press("Enter")
    expect(page.get_by_role("row")).to_have_count(5)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("form", "delimiter", "heading"), [("CSV für Excel", ";", "Haushalt"), ("CSV (inter", ",", "household")]
)
def test_what_is_filtered_is_downloaded_as_csv(
    page: Page, sign_in: SignIn, records_db: Database, form: str, delimiter: str, heading: str
) -> None:
    sign_in(page, "admin", name="Kim Admin")
    bulk(records_db, 3)
    page.goto("/admin/audit")
    choose(page, "Aktion", "Einladung zum V", "Einladung zum Vertrag")
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="Exportieren").click()
    dialog = page.get_by_role("dialog", name="Protokoll exportieren")
    dialog.get_by_role("radio", name=form).check()
    assert violations_as_it_stands(page) == []
    with page.expect_download() as started:
        dialog.get_by_role("button", name="Exportieren").click()
    assert re.fullmatch(r"protokoll-[0-9-]{10}-4-zeilen-(de|int)\.csv", started.value.suggested_filename)
    text = Path(started.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(text.splitlines(), delimiter=delimiter))
    assert [row[heading] for row in rows] == ["Anna Huber", *[row[heading] for row in rows[1:3]], ""]
    expect(page.get_by_text("wird heruntergeladen")).to_be_visible()

    page.get_by_role("button", name="Filter Aktion entfernen").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("hat 4 Zeilen exportiert (Änderungsprotokoll).")


@pytest.mark.sample(0)
def test_an_address_from_before_still_filters(page: Page, sign_in: SignIn, records_db: Database) -> None:
    sign_in(page, "admin", name="Kim Admin")
    ids = bulk(records_db, 3)
    filters = {"action": "operation.invite", "subject": f"reservation:{ids[0]}", "actor": "staff:1"}
    page.goto(f"/admin/audit?filter={quote(json.dumps(filters))}")
    expect(page.get_by_role("row").nth(1)).to_contain_text("3 Reservierungen")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("button", name="Aktion: Einladung zum Vertrag")).to_be_visible()


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
    assert verified(original, server.data_dir) == (0, "Das Protokoll ist ganz.")
    assert verified(copy, server.data_dir) == (1, "Die Kette ist bei Eintrag 2 gebrochen.")

    secret = (server.data_dir / "secret").read_text().strip()
    tampered = start_server(f"sqlite:///{copy}", rate_limits="off", scheduler="off", secret=secret)
    page.goto(f"{tampered.url}/admin/audit")
    page.get_by_role("button", name="Protokoll auf Veränderung prüfen").click()
    expect(page.get_by_text("Die Kette ist ab Eintrag 2 verändert.")).to_be_visible()
