"""Times that the console and its mails tell, each tried a second before its end and a second after it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from services.mail.transport import transport_for
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient, state_of
from tests.services.checks.test_setup_checks import code_in
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import delivery
from tests.services.reservations.lists import as_csv, people
from tests.services.reservations.lists import body as list_body
from tests.services.reservations.standing import households, reserve_many

ROOT = Path(__file__).parents[2]
RESERVATIONS = "/api/staff/reservations"
PARK = "/api/staff/parks/ingolstadt/confirmation"
SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Told:
    """What was said where, how long it holds, and the call that shows whether it does."""

    sentence: str
    file: str
    lasts: timedelta
    ask: Callable[[TestClient], Response]
    refusal: str


def import_taken_back(clerk: TestClient, _peer: SmtpPeer) -> Told:
    text = as_csv(people(2))
    checked = clerk.post(f"{RESERVATIONS}/imports/check", json=list_body(text)).json()
    made = clerk.post(f"{RESERVATIONS}/imports", json=list_body(text, version=checked["version"]))
    assert made.status_code == 201, made.text
    return Told(
        "24 Stunden lang im Ganzen rückgängig.",
        "admin-web/src/features/reservations/imports/EnterStep.tsx",
        timedelta(hours=24),
        lambda later: later.post(f"{RESERVATIONS}/imports/{made.json()['id']}/undo", json={}),
        "undo_over",
    )


def merger_undone(clerk: TestClient, _peer: SmtpPeer) -> Told:
    state = state_of(clerk)
    ids = reserve_many(state.db, state.clock(), households(2))
    merged = clerk.post(f"{RESERVATIONS}/merge", json={"ids": ids, "reason": "Dieselben"})
    assert merged.status_code == 200, merged.text
    return Told(
        "Rückgängig machen lässt sich das 24 Stunden lang.",
        "admin-web/src/features/reservations/duplicates/MergeDialog.tsx",
        timedelta(hours=24),
        lambda later: later.post("/api/staff/operations/1/undo", json={}),
        "undo_over",
    )


def park_unconfirmed(clerk: TestClient, _peer: SmtpPeer) -> Told:
    state = state_of(clerk)
    reserve_many(state.db, state.clock(), households(2))
    wish = {"confirmed_count": 2, "note": "Der Bau beginnt im Februar.", "reason": ""}
    assert clerk.post(PARK, json=wish).status_code == 200
    return Told(
        "Zurücknehmen lässt sich das, solange keine Mail hinausgegangen ist: {_MINUTES} Minuten.",
        "services/reservations/desk/parks/confirm.py",
        timedelta(minutes=10),
        lambda later: later.post(f"{PARK}/take-back", json={"reason": "Falscher Park"}),
        "mail_sent",
    )


def code_of_the_test_mail(admin: TestClient, peer: SmtpPeer) -> Told:
    assert admin.post("/api/staff/state/mail/test", json={"email": "kim@voltigo.example"}).status_code == 200
    code = code_in(peer.received[-1])
    return Told(
        "Er gilt eine Stunde.",
        "services/mail/templates/setup_test.txt",
        timedelta(hours=1),
        lambda later: later.post("/api/staff/state/mail/arrived", json={"code": code}),
        "code_refused",
    )


@pytest.mark.parametrize("is_over", [False, True], ids=["just before", "just after"])
@pytest.mark.parametrize("tell", [import_taken_back, merger_undone, park_unconfirmed, code_of_the_test_mail])
def test_what_is_told_to_last_lasts_so_long(
    tell: Callable[[TestClient, SmtpPeer], Told],
    make_client: MakeClient,
    staff_client: StaffClient,
    smtp_peer: SmtpPeer,
    *,
    is_over: bool,
) -> None:
    """The mails that are due by then leave by a mail server, as they would."""
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="off", smtp_url=smtp_peer.url)
    told = tell(staff_client("admin", client=client), smtp_peer)
    assert told.sentence in (ROOT / told.file).read_text("utf-8")
    clock.now += told.lasts + (SECOND if is_over else -SECOND)
    state = state_of(client)
    delivery(state.db, transport_for(smtp_peer.url, state.settings.data_dir), clock).deliver_due()
    answer = told.ask(staff_client("admin", client=client))
    said = answer.json().get("code") if answer.is_error else None
    assert (answer.status_code, said) == ((409, told.refusal) if is_over else (200, None)), answer.text
