"""Who may take what away, how often, and what is left behind."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.exports.models import ExportLink
from services.reservations.desk.schemas import ReservationRowOut
from services.reservations.fields import Mark
from services.reservations.listing.columns import COLUMNS
from services.reservations.models import Reservation
from services.staff.models import AuditEntry, StaffSession
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import COOKIE, OWN_PAGE, PASSWORD, StaffClient, own_page_client, state_of
from tests.services.exports.stored_rows import add_reservations, add_tags
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

EXPORTS = "/api/staff/exports"


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


def wish(**changes: Any) -> dict[str, Any]:
    return {"resource": "reservations", "format": "csv", "filters": {}, "columns": None, **changes}


def link(browser: TestClient, **changes: Any) -> str:
    answer = browser.post(EXPORTS, json=wish(**changes))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["download"])


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.both_databases(sample="postgresql")
def test_a_link_is_good_once_and_the_answer_says_what_it_leads_to(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{}, {"state": "expired"}])
    answer = clerk.post(EXPORTS, json=wish(format="csv-de", filters={"state": "expired"})).json()
    assert (answer["rows"], answer["file_name"]) == (1, "reservierungen-2026-11-03-1-zeile-de.csv")
    token = answer["download"].removeprefix(f"{EXPORTS}/")
    (kept,) = stored(db, ExportLink)
    assert len(token) >= 43
    assert token not in str(kept)
    assert clerk.get(answer["download"]).status_code == 200
    assert code(clerk.get(answer["download"])) == (404, "export_gone")
    assert stored(db, ExportLink) == []


def test_another_session_does_not_get_it_and_does_not_use_it_up(
    client: TestClient, clerk: TestClient, staff_client: StaffClient
) -> None:
    address = link(clerk)
    for other in (staff_client("admin", client=client), staff_client("marketing", client=client)):
        assert code(other.get(address)) == (404, "export_gone")
    assert code(own_page_client(client).get(address)) == (401, "signed_out")
    for token in ("x", "%00", "..", "' OR 1=1 --", "ü" * 20, "a" * 101):
        assert clerk.get(f"{EXPORTS}/{token}").status_code in (404, 405, 422), token
    assert clerk.get(address).status_code == 200


def test_who_sees_households_confirms_before_a_file_of_them(
    client: TestClient, db: Database, clock: HeldClock, staff_client: StaffClient
) -> None:
    add_reservations(db, [{}])
    people = [staff_client(role, client=client) for role in ("admin", "staff")]
    marketer = staff_client("marketing", client=client)
    clock.advance(minutes=10)
    for colleague in people:
        assert code(colleague.post(EXPORTS, json=wish())) == (403, "confirmation_required")
        assert stored(db, ExportLink) == []
    for colleague in people:
        one_time = colleague.member.code(clock.now, state_of(client).settings.secret_key)
        confirmation = {"password": PASSWORD, "code": one_time}
        assert colleague.post("/api/staff/session/confirm", json=confirmation).status_code == 200
        link(colleague)
    link(marketer)


@pytest.mark.both_databases(sample="postgresql")
def test_a_link_ends_after_ten_minutes(
    client: TestClient, db: Database, clerk: TestClient, clock: HeldClock, staff_client: StaffClient
) -> None:
    address, used_in_time = link(clerk), link(clerk)
    clock.advance(minutes=9, seconds=59)
    assert clerk.get(used_in_time).status_code == 200
    clock.advance(seconds=1)
    assert code(clerk.get(address)) == (404, "export_gone")
    link(staff_client("staff", client=client))
    assert len(stored(db, ExportLink)) == 1, "what nobody came for is deleted"


def test_a_link_of_another_role_or_version_is_refused_and_one_ends_with_its_session(
    db: Database, clerk: TestClient
) -> None:
    other = {"resource": "reservations", "format": "csv", "selection": {"filters": {}}}
    for changes, expected in (({"role": "admin"}, (403, "forbidden")), ({"wish": other}, (404, "export_gone"))):
        address = link(clerk)
        db.write(lambda s, changes=changes: s.execute(update(ExportLink).values(**changes)) and None)
        assert code(clerk.get(address)) == expected
    assert clerk.request("DELETE", "/api/staff/session", json={}).status_code == 204
    assert (stored(db, StaffSession), stored(db, ExportLink)) == ([], [])


# What is refused


REFUSED: list[dict[str, Any]] = [
    {"columns": ["id", "password_hash"]}, {"columns": ["id; DROP TABLE reservations"]},
    {"columns": ["reservations.id"]}, {"columns": ["ID"]}, {"columns": []}, {"columns": [1]},
    {"sort": "notes"}, {"sort": "id desc; --"}, {"order": "desc; --"}, {"format": "html"},
    {"resource": "staff_accounts"}, {"filters": {"password": "x"}}, {"filters": {"state": "gone"}}, {"unknown": True},
]  # fmt: skip


def test_names_that_do_not_exist_are_refused(db: Database, clerk: TestClient) -> None:
    for changes in REFUSED:
        assert code(clerk.post(EXPORTS, json=wish(**changes))) == (422, "validation"), changes
    foreign = clerk.post(EXPORTS, json=wish(), headers={"Sec-Fetch-Site": "cross-site"})
    assert code(foreign) == (403, "cross_site")
    assert stored(db, ExportLink) == []


# Marketing


def test_marketing_gets_no_personal_data(client: TestClient, db: Database, staff_client: StaffClient) -> None:
    secret = {
        "first_name": "Wilhelmine", "last_name": "Geheim", "email": "w.geheim@example.org", "notes": "Notizgeheim",
        "email_normalized": "w.geheim@example.org", "mobile_phone": "0171 3920011", "postcode": "85049",
        "mobile_phone_e164": "+491713920011", "utm_campaign": "brief-wilhelmine-geheim", "utm_source": "newsletter",
        "referral_code": "w.geheim@example.org",
    }  # fmt: skip
    add_reservations(db, [secret])
    add_tags(db, 1, "Schlagwortgeheim")
    marketer = staff_client("marketing", client=client)
    every_name = [column.name for column in COLUMNS]
    reference = stored(db, Reservation)[0]["reference"]
    for columns in (None, every_name):
        text = marketer.get(link(marketer, columns=columns)).text
        for value in ("ilhelmin", "eheim", "3920011", "85049", reference):
            assert value not in text
        head, row = (line.split(",") for line in text.strip().split("\r\n"))
        assert "newsletter" in row
        assert row[head.index("pseudonym")].startswith("Haushalt ")
        assert row[head.index("utm_campaign")] == "…"
    assert code(marketer.post(EXPORTS, json=wish(columns=["last_name", "email"]))) == (422, "validation")


def test_marketing_does_not_search_for_people(client: TestClient, staff_client: StaffClient) -> None:
    marketer = staff_client("marketing", client=client)
    for changes in ({"filters": {"q": "Müller"}}, {"filters": {"tag": "Rückruf"}}, {"sort": "last_name"}):
        assert code(marketer.post(EXPORTS, json=wish(**changes))) == (403, "personal_search"), changes


def test_what_a_list_shows_is_a_column_of_its_files_and_as_open_there() -> None:
    columns = {column.name: column.mark for column in COLUMNS}
    # Why it was found, a colleague, and what a burst is judged by.
    of_the_screen = dict.fromkeys(("matches", "updated_by_name", "network", "email_confirmed"), Mark.PERSONAL)
    assert ReservationRowOut.marks.items() - of_the_screen.items() <= columns.items()
    assert (columns["phone"], columns["email"]) == (Mark.PERSONAL, Mark.PERSONAL)


def test_all_that_is_stored_of_a_reservation_can_be_exported() -> None:
    """A column of the table that nobody gave a heading would be missing in "Alle gespeicherten" without a word."""
    exported = {column.source.key for column in COLUMNS} | {"email_confirmed_at", "duplicate_checked_at"}
    # the address and the name, written so that they can be compared, and all words by which it is found
    repeated = {"email_normalized", "mailbox", "name_key", "search_text"}
    forgotten = {"network", "line"}  # after a week, by which a burst is judged
    # evidence; notes are rows of their own
    inside = {"burst_at", "client_figures", "touch_consent", "notes", "price_checked_at"}
    assert {column.key for column in Reservation.__table__.c} - repeated - inside - forgotten <= exported


# Audit


def test_what_left_the_house_is_in_the_audit_log_without_what_was_typed(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{"last_name": "Geheim"}, {"last_name": "Geheim", "state": "expired"}, {}])
    filters = {"q": "Geheim", "state": "cancelled,reserved", "created_from": "2026-11-01"}
    clerk.get(link(clerk, format="xlsx", filters=filters, columns=["id", "last_name"]))
    entry = stored(db, AuditEntry)[-1]
    assert entry["actor"] == f"staff:{clerk.member.id}"  # type: ignore[attr-defined]
    assert (entry["action"], entry["subject"]) == ("export.fetched", "reservations")
    assert entry["details"] == {
        "format": "xlsx",
        "rows": 1,
        "columns": ["id", "last_name"],
        "filters": {"state": ["cancelled", "reserved"], "created_from": "2026-11-01"},
        "other_filters": ["mit Suche"],
        "sort": "created_at",
        "order": "desc",
    }


def test_rows_that_came_in_between_are_counted_in_the_file(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{}])
    address = link(clerk)
    db.write(lambda s: s.execute(update(Reservation).values(first_name="Neu")) and None)
    add_reservations(db, [{"reference": "VG-LATE-LATE"}])
    answer = clerk.get(address)
    assert answer.headers["x-rows"] == "2"
    assert "-2-zeilen-int.csv" in answer.headers["content-disposition"]
    assert answer.text.count("\r\n") == 3
    assert stored(db, AuditEntry)[-1]["details"]["rows"] == 2


# A client that goes away


@pytest.mark.sample(1)
@pytest.mark.parametrize("form", ["xlsx", "csv-de", "parquet"])
def test_a_client_that_goes_away_leaves_nothing_behind(
    form: str, db: Database, client: TestClient, clerk: TestClient
) -> None:
    add_reservations(db, [{"notes": f"{number:0200}"} for number in range(4000)])
    state = state_of(client)
    path = link(clerk, format=form)
    sent = asyncio.run(_fetched_until_the_first_piece(client, path, clerk.member.token))  # type: ignore[attr-defined]
    assert sent == ["http.response.start", "http.response.body"]
    folder: Path = state.settings.data_dir / "exports"
    assert list(folder.iterdir()) == []
    assert _open_files_in(folder) == []
    assert state.db._reader.pool.checkedout() == 0, "the snapshot was given back"


async def _fetched_until_the_first_piece(client: TestClient, path: str, token: str) -> list[str]:
    """What is sent to a client that hangs up once it has the first piece."""
    sent: list[str] = []
    gone = asyncio.Event()
    whole_request: list[dict[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if whole_request:
            return whole_request.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if gone.is_set():
            await asyncio.sleep(3600)  # nobody reads any more
        sent.append(message["type"])
        if message["type"] == "http.response.body":
            gone.set()

    headers = {**OWN_PAGE, "Cookie": f"{COOKIE}={token}", "Host": "testserver"}
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "path": path, "raw_path": path.encode(), "root_path": "", "scheme": "http", "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("testclient", 1), "server": ("testserver", 80),
    }  # fmt: skip
    await client.app(scope, receive, send)
    return sent


def _open_files_in(folder: Path) -> list[str]:
    own = Path("/proc/self/fd")
    targets = [str(entry.readlink()) for entry in own.iterdir() if entry.is_symlink()] if own.is_dir() else []
    return [target for target in targets if target.startswith(str(folder))]
