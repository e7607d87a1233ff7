"""Files that come into the folder for costs: shown, taken over once, never lost."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.costs.arrivals import TAKEN, look
from services.campaigns.models import CampaignCost
from services.core.db.db import Database
from services.core.tables_in.workbook import SENTENCES
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.fixtures.table_files import workbook
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

NOW = datetime(2026, 11, 4, 12, tzinfo=UTC)
ARRIVALS = "/api/staff/costs/arrivals"
MAPPING = {
    "campaign": 0, "day": 1, "amount": 2,
    "delimiter": ";", "number_format": "de", "day_format": "iso", "has_header": True,
}  # fmt: skip
TEXT = "Kampagne;Tag;Kosten\nHerbst;2026-03-01;1,50\nWinter;2026-03-01;2,00\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "costs"
    made.mkdir()
    return made


@pytest.fixture
def marketer(make_client: MakeClient, staff_client: StaffClient, folder: Path) -> TestClient:
    clock = HeldClock(NOW)
    browser = staff_client("marketing", client=make_client(clock=clock, rate_limits="off", costs_folder=folder))
    body = {"name": "Herbst", "utm_source": "google", "utm_medium": "cpc", "utm_campaign": "herbst"}
    assert browser.post("/api/staff/campaigns", json=body).status_code == 201
    return browser


def put(folder: Path, name: str, content: str | bytes, age: timedelta = timedelta(minutes=1)) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    moment = (NOW - age).timestamp()
    os.utime(path, (moment, moment))
    return path


def run(db: Database, folder: Path) -> int:
    return look(db, Settings(_env_file=None, costs_folder=folder), lambda: NOW)


def accept(marketer: TestClient, arrival_id: int) -> Any:
    body = {"file_name": "k.csv", "text": TEXT, "mapping": MAPPING, "leave_out": [3], "on_overlap": "replace"}
    return marketer.post("/api/staff/costs/imports", json=body | {"arrival_id": arrival_id})


@pytest.mark.both_databases(sample="postgresql")
def test_a_file_is_shown_counts_once_accepted_and_never_twice(marketer: TestClient, db: Database, folder: Path) -> None:
    path = put(folder, "märz.csv", TEXT)
    assert (run(db, folder), run(db, folder)) == (1, 0)
    assert marketer.get("/api/staff/today").json()["cost_files"] == 1
    page = marketer.get(ARRIVALS).json()
    (shown,) = page["data"]
    assert (page["is_watched"], page["is_missing"], shown["file_name"]) == (True, False, "märz.csv")
    assert (shown["lines"], shown["cents"], shown["open_lines"], shown["problem"]) == (2, 150, 1, None)
    assert stored(db, CampaignCost) == [] and path.exists()
    sent = marketer.get(f"{ARRIVALS}/{shown['id']}").json()
    assert (sent["encoding"], [sheet["text"] for sheet in sent["sheets"]]) == ("UTF-8", [TEXT])
    assert accept(marketer, shown["id"]).json()["cents"] == 150
    again = accept(marketer, shown["id"])
    assert (again.status_code, again.json()["code"], again.json()["import_id"]) == (409, "arrival_decided", 1)
    assert [cost["cents"] for cost in stored(db, CampaignCost)] == [150], "the second import left nothing behind"
    put(folder, "copy.csv", TEXT)
    assert run(db, folder) == 0
    assert sorted(file.name for file in (folder / TAKEN).iterdir()) == ["copy.csv", "märz.csv"]
    assert marketer.get(ARRIVALS).json()["data"] == []
    told = [entry["action"] for entry in stored(db, AuditEntry) if entry["subject"] == "cost_arrival:1"]
    assert told == ["cost_arrival.found", "cost_arrival.accepted"]


def test_a_dismissed_file_stays_where_it_is_and_is_not_shown_again(
    marketer: TestClient, db: Database, folder: Path
) -> None:
    path = put(folder, "a.csv", TEXT)
    run(db, folder)
    assert marketer.post(f"{ARRIVALS}/1/dismiss").status_code == 200
    assert run(db, folder) == 0 and path.exists()
    assert marketer.get(ARRIVALS).json()["data"] == []
    answer = marketer.post(f"{ARRIVALS}/1/dismiss")
    assert (answer.status_code, answer.json()["code"]) == (409, "arrival_decided")
    assert stored(db, CampaignCost) == []


def test_a_file_that_cannot_be_read_is_a_line_with_its_sentence(
    marketer: TestClient, db: Database, folder: Path
) -> None:
    put(folder, "1.pdf", b"%PDF-1.7")
    put(folder, "2.csv", "")
    put(folder, "3.csv", b"x" * (2 * 1024 * 1024 + 1))
    put(folder, "4.xlsx", b"PK\x03\x04rest")
    put(folder, "5.csv", TEXT, age=timedelta(seconds=1))
    put(folder, ".hidden", TEXT)
    (folder / "deeper").mkdir()
    assert run(db, folder) == 4
    assert [(one["file_name"], one["problem"], one["lines"]) for one in marketer.get(ARRIVALS).json()["data"]] == [
        ("4.xlsx", SENTENCES["damaged"], None),
        ("3.csv", "Die Datei ist größer als 2 MB. Bitte teilen Sie sie auf.", None),
        ("2.csv", "Die Datei ist leer.", None),
        ("1.pdf", "Das ist keine Tabelle. Bitte wählen Sie eine CSV- oder Excel-Datei.", None),
    ]


def test_what_a_workbook_would_bring_is_known_before_it_is_opened(
    marketer: TestClient, db: Database, folder: Path
) -> None:
    put(
        folder,
        "m.xlsx",
        workbook({"Kosten": [["Kampagne", "Tag", "Kosten netto"], ["Herbst", {"day": 46082}, 1234.56]]}),
    )
    assert (run(db, folder), run(db, folder)) == (1, 0)
    (shown,) = marketer.get(ARRIVALS).json()["data"]
    assert (shown["lines"], shown["cents"], shown["open_lines"], shown["problem"]) == (1, 123_456, 0, None)
    (sheet,) = marketer.get(f"{ARRIVALS}/{shown['id']}").json()["sheets"]
    assert sheet["text"] == "Kampagne\tTag\tKosten netto\nHerbst\t2026-03-01\t1234.56"


def test_a_folder_that_is_gone_is_said(marketer: TestClient, db: Database, folder: Path) -> None:
    folder.rmdir()
    assert marketer.get(ARRIVALS).json()["is_missing"] is True
    with pytest.raises(OSError, match="costs"):
        run(db, folder)
    assert look(db, Settings(_env_file=None), lambda: NOW) == 0
