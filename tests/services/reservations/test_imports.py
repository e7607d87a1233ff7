"""Importing lists of reservations: planned, entered once, told or not, taken back."""

import csv
import io
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from services.core.db.db import Base, Database
from services.core.job_queue.models import JobRun
from services.mail.models import Mail
from services.parks.allocation import add_spots
from services.parks.models import Park, Spot
from services.reservations.desk.models import ReservationNote
from services.reservations.errors import EntryPaused
from services.reservations.imports import carry_out
from services.reservations.imports.models import ImportRow, ReservationImport
from services.reservations.models import FIELDS, Reservation
from services.settings import Settings
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.lists import ANNA, HEADER, STATEMENT, as_csv, body, people, row
from tests.services.stored import stored

IMPORTS = "/api/staff/reservations/imports"
THREE = as_csv([ANNA, row(last="Roth", email="roth@example.org", phone="0171 1112223", postcode="12"), *people(2)])


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


def post(clerk: TestClient, path: str, sent: dict[str, Any], status: int = 200) -> Any:
    answer = clerk.post(f"{IMPORTS}{path}", json=sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def check(clerk: TestClient, text: str, **more: Any) -> Any:
    return post(clerk, "/check", body(text, **more))


def take(clerk: TestClient, text: str, **more: Any) -> Any:
    """The import as it was seen in the check a moment before."""
    checked = {name: value for name, value in more.items() if name != "is_told"}
    sent = body(text, version=check(clerk, text, **checked)["version"], **more)
    return post(clerk, "", sent, 201)


def change(db: Database, model: type[Base], *where: Any, **values: Any) -> None:
    """Set columns of the rows, as another part of the product would."""
    db.write(lambda session: session.execute(update(model).where(*where).values(values)) and None)


def spots(db: Database) -> list[int]:
    return [spot["number"] for spot in stored(db, Spot) if spot["state"] == "reserved"]


@pytest.mark.both_databases
def test_a_list_is_planned_without_a_trace_and_entered_as_planned(
    clerk: TestClient, client: TestClient, db: Database
) -> None:
    known = reservation_body(first_name="ÁNNA", last_name="berg", email="anna+solar@example.org")
    assert client.post("/functions/v1/reserve-spot", json=known).status_code == 200
    before = len(stored(db, AuditEntry))
    text = as_csv([ANNA, row(postcode="12"), *people(2), people(1)[0]])
    plan = check(clerk, text)
    assert [(one["line"], one["fate"], one["spot_number"]) for one in plan["rows"]] == [
        (2, "known", None), (3, "refused", None), (4, "place", 2), (5, "place", 3), (6, "known", None),
    ]  # fmt: skip
    assert (plan["places"], plan["refused"], plan["known"]) == (2, 1, 2)
    [fault] = plan["rows"][1]["faults"]
    assert fault["field"] == "postcode" and fault["message"].startswith("Bitte geben Sie eine deutsche Postleitzahl")
    assert plan["rows"][0]["known"]["reservation_id"] == 1
    assert plan["rows"][4]["known"] == {"reservation_id": None, "reference": None, "line": 4, "is_same_name": True}
    assert (len(stored(db, AuditEntry)), stored(db, ImportRow), len(stored(db, Reservation))) == (before, [], 1)

    done = take(clerk, text)
    shown = {name: done[name] for name in ("state", "rows", "entered", "waiting", "moved", "refused", "left_out")}
    assert shown == {"state": "done", "rows": 2, "entered": 2, "waiting": 0, "moved": 0, "refused": 1, "left_out": 2}
    first = stored(db, Reservation)[1]
    assert (first["channel"], first["spot_number"], first["plan_total_cents"]) == ("import", 2, 137_700)
    touch = stored(db, ReservationTouch)[-1]
    assert (touch["utm_source"], touch["utm_medium"]) == ("offline", "import")
    note = stored(db, ReservationNote)[0]["text"]
    assert note == f"Aus der Liste „Messe Mai.csv“, Zeile 4. Einwilligung: {STATEMENT}"
    mails = [mail for mail in stored(db, Mail) if mail["subject_ref"] == "reservation:2"]
    assert [(mail["kind"], mail["recipient"]) for mail in mails] == [("reservation_received", "h0@example.org")]
    assert [one["entry"] for one in stored(db, ImportRow)] == [None, None], "entered rows keep nothing of the list"
    details = [one["details"] for one in stored(db, AuditEntry) if one["action"] == "reservation_import.added"]
    assert [set(one) for one in details] == [{"rows", "refused", "left_out", "sha256"}]


def test_no_place_is_promised_twice_and_a_plan_that_changed_is_refused_as_a_whole(
    clerk: TestClient, client: TestClient, db: Database
) -> None:
    change(db, Park, spot_limit=3)
    text = as_csv(people(5))
    plan = check(clerk, text)
    assert [one["spot_number"] for one in plan["rows"]] == [1, 2, 3, None, None]
    assert plan["rows"][3]["faults"][0]["code"] == "park_full"
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    refused = post(clerk, "", body(text, version=plan["version"]), 409)
    assert refused["code"] == "plan_changed" and "nichts eingelesen" in refused["title"]
    assert len(stored(db, Reservation)) == 1 and stored(db, ReservationImport) == []
    assert refused["version"] == check(clerk, text)["version"]
    confirmed = post(clerk, "", body(text, version=refused["version"]), 201)
    assert (confirmed["entered"], spots(db)) == (2, [1, 2, 3])
    change(db, Park, spot_limit=6)
    others = as_csv(people(2, start=20))
    plan = check(clerk, others)
    neighbour = reservation_body(last_name="Groß", email="gross@example.org", mobile_phone="0172 5550001")
    assert client.post("/functions/v1/reserve-spot", json=neighbour).status_code == 200
    moved = check(clerk, others)
    assert [[one["spot_number"] for one in of["rows"]] for of in (plan, moved)] == [[4, 5], [5, 6]]
    assert post(clerk, "", body(others, version=plan["version"]), 409)["code"] == "plan_changed", "other places"


@pytest.mark.both_databases
def test_a_kill_between_two_chunks_leaves_an_import_that_a_job_ends_and_no_row_enters_twice(
    clerk: TestClient, client: TestClient, db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "CHUNK", 3)
    text = as_csv(people(8))
    begun = take(clerk, text)
    assert (begun["state"], begun["entered"], begun["waiting"]) == ("running", 3, 5)
    assert [run["job"] for run in stored(db, JobRun)] == [carry_out.JOB], "so that the rest is entered within seconds"
    taken_meanwhile = reservation_body(first_name="Anna", last_name="Baubaubaumei", email="h4@example.org")
    last = people(1, start=4)[0][1]
    assert client.post("/functions/v1/reserve-spot", json=taken_meanwhile | {"last_name": last}).status_code == 200

    def killed(*_: Any, **__: Any) -> None:
        raise OperationalError("", {}, Exception("the process is gone"))

    def run() -> int:
        return carry_out.continue_imports(db, Settings(), clock)

    with monkeypatch.context() as once:
        once.setattr(carry_out, "_waiting", killed)
        with pytest.raises(OperationalError):
            run()
    assert len(stored(db, Reservation)) == 4, "nothing of the chunk that was killed"
    assert run() == 5
    [again] = clerk.get(IMPORTS).json()["data"]
    assert (again["state"], again["entered"], again["waiting"], again["moved"]) == ("done", 7, 0, 1)
    assert [one["problem"] for one in again["later"]] == ["Dieser Haushalt hat inzwischen selbst reserviert."]
    assert run() == 0
    assert post(clerk, f"/{begun['id']}/continue", {}, 409)["code"] == "not_running"
    assert sorted(one["email"] for one in stored(db, Reservation)) == [f"h{number}@example.org" for number in range(8)]

    lines = list(range(2, 10))
    plan = check(clerk, text, nevertheless=lines)
    codes = [one["faults"][0]["code"] if one["faults"] else None for one in plan["rows"]]
    assert codes == ["entered_before"] * 4 + [None] + ["entered_before"] * 3, "not even nevertheless"
    assert plan["already_imported"]["id"] == begun["id"]


def test_an_import_that_cannot_go_on_says_why_and_goes_on_when_staff_say_so(
    clerk: TestClient, db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "CHUNK", 2)
    first, second = take(clerk, as_csv(people(5))), take(clerk, as_csv(people(3, start=10)))

    def run() -> int:
        return carry_out.continue_imports(db, Settings(), clock)

    change(db, Park, paused_at=clock.now)
    assert run() == 0
    for shown in clerk.get(IMPORTS).json()["data"]:
        assert (shown["state"], shown["problem"]) == ("running", EntryPaused.detail)
    post(clerk, f"/{first['id']}/continue", {}, 409)
    change(db, Park, paused_at=None)
    assert run() == 0, "it goes on when staff say so"
    again = post(clerk, f"/{first['id']}/continue", {})
    assert (again["problem"], again["entered"], again["waiting"]) == (None, 4, 1)

    def broken(*_: Any, **__: Any) -> None:
        raise ValueError("Anna Berg")

    monkeypatch.setattr(carry_out, "enter", broken)
    assert run() == 0
    kept = {row["id"]: row["problem"] for row in stored(db, ReservationImport)}
    assert kept[first["id"]] == "Beim Eintragen ist ein unerwarteter Fehler aufgetreten.", "and names nobody"
    monkeypatch.undo()
    post(clerk, f"/{second['id']}/continue", {})
    assert [row["problem"] for row in stored(db, ReservationImport)] == [kept[first["id"]], None]


def test_a_list_goes_into_the_park_that_is_chosen(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    text = as_csv(people(3))
    assert check(clerk, text, park="munich")["rows"][0]["faults"][0]["code"] == "park_full"
    change(db, Park, Park.id == "munich", spot_limit=2)
    db.write(lambda session: add_spots(session, "munich", 2, clock.now) and None)
    done = take(clerk, text, park="munich")
    assert (done["park_id"], done["entered"], done["refused"]) == ("munich", 2, 1)
    assert {(one["park_id"], one["spot_number"]) for one in stored(db, Reservation)} == {("munich", 1), ("munich", 2)}


def test_a_known_household_is_entered_nevertheless_if_somebody_says_so(clerk: TestClient, db: Database) -> None:
    text = as_csv([ANNA, ANNA, row(first="Ben")])
    plan = check(clerk, text)
    assert [one["fate"] for one in plan["rows"]] == ["place", "known", "place"], "a family shares a mailbox"
    done = take(clerk, text, nevertheless=[3])
    assert (done["entered"], done["left_out"]) == (3, 0)
    assert [one["first_name"] for one in stored(db, Reservation)] == ["Anna", "Anna", "Ben"]


def test_a_mailbox_or_telephone_with_another_name_is_asked_about_before_it_gets_a_place(
    clerk: TestClient, client: TestClient, db: Database
) -> None:
    body_ = reservation_body(
        first_name="Mehmet", last_name="Süß", email="suess@example.org", mobile_phone="0171 1112223"
    )
    assert client.post("/functions/v1/reserve-spot", json=body_).status_code == 200
    told = {"first": "Süß", "last": "Mehmet"}
    text = as_csv([
        row(**told, email="suess@example.org", phone=""), row(**told, email="neu@example.org", phone="+49 171 1112223"),
        row(first="Mehmet", last="Suess", email="suess@example.org", phone=""), *people(1),
    ])  # fmt: skip
    plan = check(clerk, text)
    assert [(one["fate"], (one["known"] or {}).get("is_same_name")) for one in plan["rows"]] == [
        ("known", False), ("known", False), ("known", True), ("place", None),
    ]  # fmt: skip
    assert take(clerk, text, nevertheless=[2])["entered"] == 2


@pytest.mark.parametrize("form", ["csv-de", "csv"])
def test_our_own_file_with_all_columns_is_read_again_without_a_refusal(
    form: str, clerk: TestClient, client: TestClient, db: Database
) -> None:
    take(clerk, as_csv([ANNA, row(last="Roth", email="", phone="", plan="Einmalzahlung", credit=""), *people(2)]))
    for number, wish in enumerate([{"payment_plan": "48m"}, {}]):
        household = {"email": f"w{number}@example.org", "mobile_phone": f"0172 555000{number}", "last_name": "Groß"}
        assert client.post("/functions/v1/reserve-spot", json=reservation_body(**household, **wish)).status_code == 200
    wish = {"resource": "reservations", "format": form, "sort": "created_at", "order": "asc"}
    promised = clerk.post("/api/staff/exports", json=wish)
    file = clerk.get(promised.json()["download"])
    text = file.content.decode("utf-8-sig")
    plan = check(clerk, text)
    faults = {(fault["field"], fault["message"]) for one in plan["rows"] for fault in one["faults"]}
    assert (faults, plan["refused"]) == (set(), 0)
    before = stored(db, Reservation)
    db.write(lambda session: session.execute(update(Reservation).values(state="cancelled")) and None)
    again = check(clerk, text)
    assert (again["places"], again["known"]) == (len(before), 0)
    take(clerk, text)
    after = stored(db, Reservation)[len(before) :]
    same = (
        *("first_name", "last_name", "email", "mobile_phone_e164", *(one.column for one in FIELDS)),
        *("annual_kwh", "payment_plan", "credit_tenth_ct", "share_amount_cents"),
    )
    assert [[one[name] for name in same] for one in after] == [[one[name] for name in same] for one in before]


def test_whoever_is_not_told_has_no_deadline_and_without_a_mailbox_there_is_a_letter(
    clerk: TestClient, db: Database
) -> None:
    take(clerk, as_csv([ANNA]), is_told=False)
    assert stored(db, Mail) == [] and stored(db, Reservation)[0]["confirm_by"] is None
    take(clerk, as_csv([row(last="Roth", email="", phone="")]))
    assert [mail["is_letter"] for mail in stored(db, Mail)] == [True]


@pytest.mark.both_databases
def test_an_import_is_taken_back_as_a_whole_and_what_was_changed_stays(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    done = take(clerk, as_csv(people(5)))
    undo = f"/{done['id']}/undo"
    clock.advance(minutes=1)
    edited = clerk.patch("/api/staff/reservations/1", json={"version": 1, "town": "Neuburg"})
    assert edited.status_code == 200
    noted = clerk.post("/api/staff/reservations/2/notes", json={"text": "Ruft morgen an."})
    assert noted.status_code == 201
    change(db, Mail, Mail.subject_ref == "reservation:3", state="sent")
    change(db, Reservation, Reservation.id == 5, state="contracted")
    seen = clerk.get(f"{IMPORTS}{undo}").json()
    assert (seen["count"], seen["told"], [one["id"] for one in seen["changed"]]) == (2, 1, [1, 2, 5])
    assert len(spots(db)) == 5, "looking takes nothing back"

    undone = post(clerk, undo, {})
    assert (undone["state"], undone["entered"], undone["undo_until"]) == ("undone", 3, None)
    states = ["reserved", "reserved", "cancelled", "cancelled", "contracted"]
    assert [one["state"] for one in stored(db, Reservation)] == states
    assert spots(db) == [1, 2, 5]
    mails = {(one["subject_ref"], one["kind"]): one["state"] for one in stored(db, Mail)}
    assert mails["reservation:4", "reservation_received"] == "cancelled"
    assert mails["reservation:3", "reservation_cancelled"] == "queued", "who was told is told of this too"
    assert ("reservation:4", "reservation_cancelled") not in mails
    whole = [one["details"] for one in stored(db, AuditEntry) if one["action"] == "reservation_import.undone"]
    assert whole == [{"rows": 2, "kept": 3}]
    assert post(clerk, undo, {}, 409)["code"] == "already_undone"
    fates = [one["fate"] for one in check(clerk, as_csv(people(5)))["rows"]]
    assert fates == ["refused", "refused", "place", "place", "refused"]


def test_rows_that_wait_keep_nothing_of_their_household_once_the_import_is_taken_back(
    clerk: TestClient, db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "CHUNK", 1)
    begun = take(clerk, as_csv(people(2)))
    assert [one["entry"] is None for one in stored(db, ImportRow)] == [True, False]
    post(clerk, f"/{begun['id']}/undo", {})
    assert [one["entry"] for one in stored(db, ImportRow)] == [None, None]
    assert carry_out.continue_imports(db, Settings(), clock) == 0


def test_after_a_day_nothing_is_taken_back(
    clerk: TestClient, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    first, second = take(clerk, as_csv(people(2))), take(clerk, as_csv(people(2, start=5)))
    clock.advance(minutes=1)
    post(clerk, f"/{first['id']}/undo", {})
    assert spots(db) == [3, 4]
    clock.advance(hours=24)
    next_day = staff_client("staff")
    assert post(next_day, f"/{second['id']}/undo", {}, 409)["code"] == "undo_over"
    assert post(next_day, "/99/undo", {}, 404)["code"] == "not_found"


def test_the_refused_rows_come_back_as_a_file_in_which_nothing_runs(clerk: TestClient) -> None:
    bad = row(last="Roth", postcode="12", provider='=HYPERLINK("http://x")')
    text = as_csv([*people(1), bad, people(1)[0]])
    done = take(clerk, text)
    file = post(clerk, "/refused", body(text, import_id=done["id"]))
    assert (file["file_name"], file["rows"]) == ("Messe Mai-nicht-eingelesen.csv", 2)
    head, first, second = csv.reader(io.StringIO(file["content"].removeprefix("\ufeff")), delimiter=";")
    assert head == [*HEADER, "Grund"]
    assert first[1] == "Roth" and first[9] == '\'=HYPERLINK("http://x")'
    assert first[-1].startswith("Postleitzahl: Bitte geben Sie eine deutsche Postleitzahl")
    assert second[-1] == "Dieser Haushalt ist schon bekannt und wurde ausgelassen."


def test_the_mapping_of_a_header_is_remembered(clerk: TestClient) -> None:
    header = [*HEADER, "Zweite Adresse"]
    first = as_csv([[*ANNA, "zwei@example.org"]], header)
    guessed = check(clerk, first)
    assert not guessed["is_remembered"] and guessed["mapping"]["columns"]["email"] == 2
    corrected = guessed["mapping"] | {"columns": guessed["mapping"]["columns"] | {"email": 13}}
    take(clerk, first, mapping=corrected)
    later = check(clerk, as_csv([[*people(1)[0], "drei@example.org"]], header))
    assert later["is_remembered"] and later["mapping"]["columns"]["email"] == 13


def test_refusals_of_a_whole_file_stand_at_its_field(clerk: TestClient, db: Database) -> None:
    for text, code in (("", "empty"), (as_csv([]), "empty"), ("x" * (10 * 1024 * 1024 + 1), "too_long")):
        fault = post(clerk, "/check", body(text), 422)["errors"][0]
        assert (fault["field"], fault["code"]) in {("text", code), ("text", "string_too_long")}
    assert post(clerk, "", body(as_csv([row(postcode="12")]), version="x"), 409)["code"] == "plan_changed"
    bad = as_csv([row(postcode="12")])
    nothing = post(clerk, "", body(bad, version=check(clerk, bad)["version"]), 409)
    assert nothing["code"] == "nothing_to_enter"
    change(db, Park, paused_at=HeldClock().now)
    assert check(clerk, as_csv([ANNA]))["rows"][0]["faults"][0]["code"] == "park_paused"


def test_an_import_that_nobody_ends_is_forgotten(
    clerk: TestClient, staff_client: StaffClient, db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "CHUNK", 1)
    take(clerk, as_csv(people(2)))
    assert [one["entry"] is None for one in stored(db, ImportRow)] == [True, False]
    clock.advance(days=31)
    assert db.write(lambda session: carry_out.forget_waiting(session, clock.now)) == 1
    assert [one["entry"] for one in stored(db, ImportRow)] == [None, None]
    [shown] = staff_client("staff").get(IMPORTS).json()["data"]
    assert (shown["state"], shown["entered"], len(shown["later"])) == ("done", 1, 1)
