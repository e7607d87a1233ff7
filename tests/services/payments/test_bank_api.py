"""What clerks do with the bank in the console: each step by its call, with four eyes, in words, and without numbers."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.payments import ledger
from services.payments.bank.models import BankRun
from services.payments.ledger import Booking
from services.staff.actor_names import actor_names
from services.staff.models import AuditEntry
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import OURS, PRICE, THEIRS, AtBank, entry, part, statement
from tests.services.stored import stored


@dataclass
class Desk:
    """Two people at the desk, and the bank."""

    bank: AtBank
    anna: TestClient
    bert: TestClient

    def call(self, path: str, body: Any = None, method: str = "post", by: str = "anna") -> Response:
        more = {} if body is None else {"json": body}
        return getattr(self, by).request(method, f"/api/staff/bank/{path}", **more)

    def get(self, path: str) -> Any:
        answer = self.call(path, method="get")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def done(self, path: str, body: Any = None, by: str = "anna") -> Any:
        answer = self.call(path, body, by=by)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, path: str, body: Any = None, by: str = "anna") -> tuple[int, str]:
        answer = self.call(path, body, by=by)
        assert answer.json()["title"].endswith(".")
        return answer.status_code, answer.json()["code"]

    def book(self, *entries: str, name: str = "A1") -> Any:
        return self.done("statements", {"content": b64encode(statement(*entries, name=name)).decode()})


@pytest.fixture
def desk(make_client: Callable[..., TestClient], db: Database) -> Desk:
    clock = HeldClock()
    client = make_client(clock=clock, creditor_id="DE98ZZZ09999999999", creditor_iban=OURS)
    bank = AtBank.of(db, state_of(client).settings, clock, count=2)
    people = [own_page_client(client, add_member(db, "staff", now=clock()).token) for _ in range(2)]
    return Desk(bank, *people)


def test_a_file_goes_from_draft_to_the_bank_with_four_eyes(desk: Desk, db: Database) -> None:
    claim = desk.bank.claim(desk.bank.contracts[0])
    desk.bank.announce(claim)
    wanted = desk.get("runs/preview?kind=debit&on=2026-12-31")
    assert (wanted["total_cents"], wanted["without_account"]) == (PRICE, [])
    (line,) = wanted["lines"]
    assert (line["payer"]["number"], line["last_four"], line["day"]) == ("V-2026-000001", "3000", "2026-11-09")
    drafted = desk.done("runs", {"kind": "debit", "on": "2026-12-31"})
    at = f"runs/{drafted['id']}"
    assert (drafted["state"], drafted["can_release"]) == ("drafted", False)
    assert desk.refused(f"{at}/release") == (409, "own_draft")
    assert desk.refused(f"{at}/send") == (409, "not_now")
    assert desk.call(f"{at}/file", method="get").json()["code"] == "not_now"
    released = desk.done(f"{at}/release", by="bert")
    file = desk.call(f"{at}/file", method="get")
    assert (file.status_code, file.headers["content-type"]) == (200, "application/xml")
    assert file.content.startswith(b"<?xml") and THEIRS.encode() in file.content
    assert desk.call(f"{at}/file", method="get").content == file.content
    assert desk.done(f"{at}/send")["state"] == "sent"
    assert desk.refused(f"{at}/discard") == (409, "not_now")
    shown = desk.get("runs")
    assert (shown["missing"], [run["file_sha256"] for run in shown["data"]]) == ([], [released["file_sha256"]])
    assert desk.get(at)["lines"][0]["sequence"] == "FRST"
    done = [row["action"] for row in stored(db, AuditEntry) if row["action"].startswith("bank_run.")]
    assert done == ["bank_run.draft", "bank_run.release", "bank_run.send"]
    assert desk.refused("runs", {"kind": "debit", "on": "2026-12-31"}) == (409, "nothing_to_do")


def test_without_an_account_of_our_own_the_page_says_why(make_client: Callable[..., TestClient], db: Database) -> None:
    client = make_client(clock=HeldClock())
    page = own_page_client(client, add_member(db, "staff", now=HeldClock()()).token)
    missing = page.get("/api/staff/bank/runs").json()["missing"]
    assert missing == ["VOLTIGO_CREDITOR_ID", "VOLTIGO_CREDITOR_IBAN"]


def test_a_statement_is_seen_before_it_is_booked_once(desk: Desk) -> None:
    body = {"content": b64encode(statement(entry(PRICE, part(PRICE, text="V-2026-000002"), ref="1"))).decode()}
    assert desk.done("statements/preview", body)["findings"] == {"paid": 1}
    assert desk.get("lines") == {"data": []}
    desk.done("statements", body)
    assert desk.refused("statements", body) == (409, "not_now")
    again = desk.done("statements/preview", body)
    assert (again["known"], again["is_known"], again["findings"]) == (1, True, {})
    assert desk.refused("statements", {"content": b64encode(b"x").decode()}) == (409, "unreadable_statement")


def test_a_payment_without_reference_is_settled_and_taken_back(desk: Desk) -> None:
    desk.book(entry(PRICE, part(PRICE, text=f"von {THEIRS}", name="Ottokar Öl"), ref="1"), entry(-99, ref="2"))
    (fee, line) = desk.get("lines?finding=unallocated")["data"]
    assert (line["name"], line["last_four"], line["text"]) == ("Ottokar Öl", "3000", "von …")
    at = f"lines/{line['id']}"
    assert desk.refused(f"{at}/allocate", {"number": "V-2026-9"}) == (409, "unknown_number")
    assert desk.done(f"{at}/allocate", {"number": "v-2026-000002"})["payer"]["number"] == "V-2026-000002"
    assert desk.refused(f"{at}/send-back") == (409, "not_now")
    assert desk.done(f"{at}/undo")["payer"] == {"number": "", "reservation_id": None}
    assert desk.done(f"{at}/send-back")["finding"] == "send_back"
    wanted = desk.get("runs/preview?kind=refund&on=2026-11-10")["lines"]
    assert [(one["holder"], one["amount_cents"], one["payer"]["number"]) for one in wanted] == [
        ("Ottokar Öl", PRICE, "")
    ]
    assert desk.done(f"lines/{fee['id']}/fee")["can_undo"] is True
    assert desk.get("lines?finding=unallocated") == {"data": []}
    assert THEIRS not in str(desk.get("lines"))


def test_what_is_owed_and_what_was_returned(desk: Desk, db: Database) -> None:
    late, later = (desk.bank.claim(id_, due=date(2026, 10, 4 + n)) for n, id_ in enumerate(desk.bank.contracts))
    desk.bank.fall_due(late, later)
    desk.bank.announce(late)
    (debit,) = desk.bank.send()
    desk.book(entry(PRICE, part(PRICE, debit), ref="1"))
    assert [item["days_late"] for item in desk.get("open-items")["data"]] == [29]
    desk.book(entry(-PRICE, part(-PRICE, debit, reason="MD06"), ref="2"), name="A2")
    owed = desk.get("open-items")
    assert ([item["days_late"] for item in owed["data"]], owed["total_cents"]) == ([30, 29], 2 * PRICE)
    (returned,) = desk.get("returns")["data"]
    assert (returned["payer"]["number"], returned["words"]) == (
        *("V-2026-000001",),
        "Der Haushalt hat den Betrag zurückgeholt.",
    )
    today = desk.anna.get("/api/staff/work-lines?per_page=100").json()["data"]
    task = "Lastschrift über 1.000,00\u00a0€ zurückgegeben. Der Haushalt hat den Betrag zurückgeholt."
    assert [(line["kind"], line["detail"], line["due_on"]) for line in today] == [
        ("debit_returned", task, "2026-11-11")
    ]
    assert desk.done(f"returns/{returned['id']}/decide", {"decision": "transfer"}) == {"data": []}
    assert desk.anna.get("/api/staff/work-lines?per_page=100").json()["data"] == []
    assert desk.call("returns/1/decide", {"decision": "x"}).status_code == 422
    assert stored(db, BankRun)[0]["state"] == "sent"


def test_what_waits_at_the_bank_stands_under_today_until_it_is_done(desk: Desk, db: Database) -> None:
    def lines() -> list[tuple[str, str, str, str, str]]:
        found = desk.bert.get("/api/staff/work-lines?per_page=100").json()["data"]
        return [(one["kind"], one["title"], one["detail"], one["due_on"], one["path"]) for one in found]

    first, second = desk.bank.contracts
    desk.book(entry(2500, part(2500), ref="1", day="2026-11-02"), entry(-99, ref="2", day="2026-11-02"))
    placed = "Gebucht am 02.11.2026, noch keinem Vertrag zugeordnet", "2026-11-03", "/payments#unallocated"
    paid, fee = desk.get("lines?finding=unallocated")["data"][::-1]
    assert sorted(lines()) == [
        ("unallocated_payment", "0,99\u00a0€ abgegangen", *placed),
        ("unallocated_payment", "25,00\u00a0€ eingegangen", *placed),
    ]
    desk.done(f"lines/{fee['id']}/fee")
    desk.done(f"lines/{paid['id']}/allocate", {"number": "V-2026-000001"})
    assert lines() == []

    booking = Booking(date(2026, 11, 2), "system", desk.bank.clock())
    for id_ in (first, second):
        db.write(lambda session, id_=id_: ledger.pay(session, f"more-{id_}", id_, 500, booking))
        db.write(lambda session, id_=id_: ledger.owe_back(session, "more", id_, booking) and None)
    owed = "Zusammen 35,00\u00a0€, in keiner Datei für die Bank", "2026-11-16", "/payments#runs"
    assert lines() == [("bank_refund", "2 Erstattungen", *owed)]
    run = desk.done("runs", {"kind": "refund", "on": "2026-11-04"})
    with db.read() as session:
        names = actor_names(session, {run_of.drafted_by for run_of in session.scalars(select(BankRun))})
    drafted = f"2 Posten über 35,00\u00a0€, entworfen von {next(iter(names.values()))}", "2026-11-04", "/payments#runs"
    assert lines() == [("bank_run", "Überweisungen zum 04.11.2026", *drafted)]
    desk.done(f"runs/{run['id']}/discard")
    assert [line[0] for line in lines()] == ["bank_refund"], "who gives a file up owes the refunds again"
    run = desk.done("runs", {"kind": "refund", "on": "2026-11-04"})
    desk.done(f"runs/{run['id']}/release", by="bert")
    assert lines() == []


def test_the_books_leave_as_a_file_for_the_accounts_department(desk: Desk, db: Database) -> None:
    (id_, _) = desk.bank.contracts
    desk.bank.fall_due(desk.bank.claim(id_, "setup", date(2026, 11, 9), 5000))
    desk.book(entry(5000, part(5000, text="V-2026-000001"), ref="1", day="2026-12-01"))
    clerk = own_page_client(desk.anna, add_member(db, "staff", now=desk.bank.clock()).token)
    wish = {"resource": "books", "format": "csv-de", "first": "2026-11-01", "last": "2026-11-30"}
    promise = clerk.post("/api/staff/exports", json=wish).json()
    assert (promise["rows"], promise["file_name"]) == (2, "buchungen-2026-11-03-2-zeilen-de.csv")
    head, debit, credit = clerk.get(promise["download"]).content.decode("utf-8-sig").splitlines()
    assert head.startswith("Buchung;Tag;Text;Konto;Vertrag;Soll;Haben;")
    assert debit.startswith("1;09.11.2026;Einrichtung;Forderungen an Haushalte;V-2026-000001;50,00;;claim:")
    assert credit.startswith("1;09.11.2026;Einrichtung;Erlöse aus der Einrichtung;;;50,00;claim:")
    backwards = clerk.post("/api/staff/exports", json=wish | {"last": "2026-10-01"})
    assert (backwards.status_code, backwards.json()["errors"][0]["code"]) == (422, "before_from")
    marketer = own_page_client(desk.anna, add_member(db, "marketing", now=desk.bank.clock()).token)
    assert marketer.post("/api/staff/exports", json=wish).status_code == 403
