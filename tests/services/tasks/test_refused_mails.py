"""A mailbox that refuses our mails: on a clerk's list until the address is right or somebody notes why it is over."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.mail.transport import Smtp
from services.reservations.desk.parks import confirm as confirmation
from services.reservations.desk.parks.confirm import Wish
from services.reservations.desk.undo import undo
from services.reservations.models import StaffOperation
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import KEY, OwnPage
from tests.services.mail.posting import delivery
from tests.services.reservations.standing import do
from tests.services.stored import stored
from tests.services.waiting_list.line import Line, open_small_park

pytestmark = pytest.mark.both_databases(sample="postgresql")

WRONG, RIGHT = "nele@example.org", "nele.hartwig@example.org"
REFUSED = "/api/staff/refused-mails"


class Desk:
    """A household, its mail server, and a clerk."""

    def __init__(self, own: OwnPage, sign_in: Callable[[], TestClient], peer: SmtpPeer) -> None:
        self.own, self.sign_in, self.peer = own, sign_in, peer
        self.clerk = sign_in()

    def deliver(self) -> None:
        delivery(self.own.db, Smtp(self.peer.url), self.own.clock).deliver_due()

    def refused(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.clerk.get(REFUSED).json()
        return rows

    def lines(self, kind: str = "refused_mail") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.clerk.get(f"/api/staff/work-lines?kind={kind}").json()["data"]
        return found

    def post(self, verb: str, **body: Any) -> Any:
        return self.clerk.post(f"{REFUSED}/{self.refused()[0]['mail_id']}/{verb}", json=body)


@pytest.fixture
def desk(
    make_client: MakeClient,
    db: Database,
    staff_client: StaffClient,
    smtp_peer: SmtpPeer,
    tmp_path: Path,
) -> Desk:
    clock = HeldClock()
    client = make_client(clock=clock)
    own = OwnPage(client, db, clock, tmp_path)
    smtp_peer.refuses = {WRONG: "550 5.1.1 user unknown"}
    desk = Desk(own, lambda: staff_client("staff", client=client), smtp_peer)
    own.reserve(first_name="Nele", last_name="Hartwig", email=WRONG, mobile_phone="0176 12345678")
    desk.deliver()
    return desk


def test_a_refused_mail_puts_its_household_on_the_list_with_its_telephone(desk: Desk) -> None:
    [row] = desk.refused()
    assert (row["name"], row["words"], row["recipient"]) == (
        "Nele Hartwig",
        "Das Postfach gibt es nicht.",
        "n•••@example.org",
    )
    assert (row["reservation"]["spot_number"], row["reservation"]["phone"]) == (1, "•••• 5678")
    assert row["answer"] == "550 5.1.1 user unknown"
    assert row["reservation"]["confirm_by"] is not None, "its deadline continues"
    [line] = desk.lines()
    assert (line["spot_number"], line["detail"]) == (1, "Das Postfach gibt es nicht.")
    assert desk.lines("failed_mail") == []
    shown = desk.clerk.post(f"/api/staff/reservations/{row['reservation']['id']}/reveal", json={"field": "phone"})
    assert shown.json()["value"] == "+49 176 12345678"


def test_a_corrected_address_gets_what_was_refused_with_a_link_of_its_own(desk: Desk) -> None:
    former = desk.own.token("reservation_received", WRONG)
    version = desk.refused()[0]["reservation"]["version"]
    assert desk.post("correct", email="falsch", version=version).json()["errors"][0]["field"] == "email"
    assert desk.post("correct", email=RIGHT, version=version + 1).json()["code"] == "stale"
    assert desk.post("correct", email=RIGHT, version=version).json() == []
    assert (desk.refused(), desk.lines()) == ([], [])
    desk.deliver()
    sent = [mail for mail in desk.own.mails("reservation_received") if mail.state == "sent"]
    assert [mail.recipient for mail in sent] == [RIGHT]
    assert desk.own.press(former).status_code == 404, "a link sent to the wrong address opens nothing"
    assert desk.own.press(desk.own.token("reservation_received", RIGHT)).status_code == 200
    assert desk.own.row().email_confirmed_at is not None


@pytest.mark.parametrize("is_refused_too", [False, True], ids=["waits", "was refused"])
def test_a_correction_cancels_links_redirects_what_leads_to_the_page_and_asks_once(
    desk: Desk, is_refused_too: bool
) -> None:
    own, row = desk.own, desk.own.row()
    wish = Wish(1, "Im Februar beginnt der Bau.", "")
    own.db.write(lambda session: confirmation.confirm(session, "ingolstadt", wish, "staff:1", own.clock.now))
    if is_refused_too:
        own.clock.advance(minutes=11)
        desk.deliver()
    assert own.call("links", email=WRONG).status_code == 200
    former = [own.token(kind, WRONG) for kind in ("reservation_received", "confirm_address", "park_confirmed")]
    assert [own.call("links/look", token=token).json()["state"] for token in former] == ["open"] * 3
    assert desk.post("correct", email=RIGHT, version=row.version).json() == []
    own.clock.advance(minutes=11)
    desk.deliver()
    assert sorted((mail.kind, mail.recipient, mail.state) for mail in own.mails()) == [
        ("confirm_address", WRONG, "cancelled"),
        ("park_confirmed", RIGHT, "sent"),
        ("reservation_received", RIGHT, "sent"),
        ("reservation_received", WRONG, "failed"),
    ]
    assert [own.press(token).status_code for token in former] == [404] * 3
    assert own.row().email_confirmed_at is None
    assert own.press(own.token("park_confirmed", RIGHT)).status_code == 200, "its fresh link opens the page"
    assert own.row().email_confirmed_at is not None, "and a press on any link of its mailbox confirms the address"
    assert own.press(own.token("reservation_received", RIGHT)).status_code == 200


def test_a_letter_without_a_link_is_sent_again_as_it_is(desk: Desk) -> None:
    do(desk.own.db, "invite", [desk.own.row().id], desk.own.clock.now)
    desk.own.clock.advance(minutes=11)
    desk.deliver()
    [row] = desk.refused()
    assert (row["count"], row["subject"]) == (2, "Ihre Einladung zum Vertrag")
    desk.post("correct", email=RIGHT, version=row["reservation"]["version"])
    desk.deliver()
    sent = {(mail.kind, mail.recipient) for mail in desk.own.mails() if mail.state == "sent"}
    assert sent == {("contract_invitation", RIGHT), ("page_link", RIGHT)}


def test_a_mail_that_failed_by_our_fault_has_a_line_beside_those_refused_to_the_same_household(desk: Desk) -> None:
    do(desk.own.db, "invite", [desk.own.row().id], desk.own.clock.now)
    ours = update(Mail).where(Mail.kind == "contract_invitation").values(state="failed", last_error="KeyError: 'name'")
    desk.own.db.write(lambda session: session.execute(ours) and None)
    assert [(row["count"], row["subject"]) for row in desk.refused()] == [(1, "Ihr Platz ist reserviert")]
    assert [line["title"] for line in desk.lines("failed_mail")] == ["Ihre Einladung zum Vertrag"]


def test_of_a_place_that_is_gone_no_deadline_is_told_and_nothing_ahead_is_sent(desk: Desk) -> None:
    [waits] = desk.refused()
    assert (waits["reservation"]["state"], waits["reservation"]["confirm_by"] is not None) == ("reserved", True)
    id_ = waits["reservation"]["id"]
    do(desk.own.db, "invite", [id_], desk.own.clock.now)
    [invited] = desk.refused()
    assert (invited["reservation"]["state"], invited["reservation"]["confirm_by"]) == ("invited", None)
    desk.own.clock.advance(minutes=11)
    desk.deliver()
    do(desk.own.db, "cancel", [id_], desk.own.clock.now)
    desk.own.clock.advance(minutes=11)
    desk.deliver()
    [over] = desk.refused()
    assert (over["reservation"]["state"], over["reservation"]["confirm_by"], over["count"]) == ("cancelled", None, 2)
    assert [one["reservation"]["holds_spot"] for one in (waits, invited, over)] == [True, True, False]
    assert desk.post("correct", email=RIGHT, version=over["reservation"]["version"]).json() == []
    desk.deliver()
    sent = {(mail.kind, mail.recipient) for mail in desk.own.mails() if mail.state == "sent"}
    assert sent == {("reservation_cancelled", RIGHT), ("page_link", RIGHT)}, "and no invitation to a contract"


def test_a_refused_invitation_is_settled_with_the_place_and_waits_again_with_it(desk: Desk) -> None:
    id_ = desk.refused()[0]["reservation"]["id"]
    do(desk.own.db, "invite", [id_], desk.own.clock.now)
    desk.own.clock.advance(minutes=11)
    desk.deliver()
    do(desk.own.db, "cancel", [id_], desk.own.clock.now)
    desk.clerk.post("/api/staff/mails/retry")
    desk.deliver()
    [gone] = desk.own.mails("contract_invitation")
    assert (gone.state, gone.attempts, gone.settled_reason) == ("failed", 1, "Der Haushalt hat den Platz nicht mehr")
    cancelled = stored(desk.own.db, StaffOperation)[-1]["id"]
    desk.own.db.write(lambda session: undo(session, cancelled, "staff:7", "admin", desk.own.clock.now, [id_]))
    [again] = desk.own.mails("contract_invitation")
    assert (again.state, again.settled_at, again.settled_by, again.settled_reason) == ("failed", None, None, None)


def test_of_an_entry_of_the_waiting_list_the_address_is_corrected_too(desk: Desk) -> None:
    desk.post("settle", reason="Geklärt")
    open_small_park(desk.own.db, spots=1, kwh=None)
    line = Line(desk.own.client, desk.own.db, desk.own.clock, desk.own.folder)
    desk.peer.refuses |= {"omar@example.org": "550 5.1.1 user unknown"}
    line.join("Omar")
    desk.deliver()
    [row] = desk.refused()
    entry = row["waiting_entry"]
    assert (row["reservation"], entry["state"], entry["is_open"]) == (None, "waiting", True)
    assert entry["confirm_by"] is not None
    assert desk.post("correct", email="omar.y@example.org", version=entry["version"] + 1).json()["code"] == "stale"
    assert desk.post("correct", email="omar.y@example.org", version=entry["version"]).json() == []
    assert (desk.lines(), desk.lines("failed_mail")) == ([], [])
    desk.deliver()
    [asked] = line.mails("waiting_joined", "omar.y@")
    assert asked.state == "sent"
    [refused] = line.mails("waiting_joined", "omar@")
    assert (refused.state, refused.settled_reason) == ("failed", "Adresse berichtigt")
    assert [event.reason for event in line.events("Omar")] == ["", "Mail abgelehnt: Das Postfach gibt es nicht."]
    line.confirm("Omar")
    assert line.entry("Omar").confirmed_at is not None


def test_what_is_settled_leaves_the_list_with_its_reason(desk: Desk) -> None:
    assert desk.post("settle", reason=" ").json()["errors"][0]["field"] == "reason"
    mail_id = desk.refused()[0]["mail_id"]
    assert desk.post("settle", reason="Am Telefon erreicht, meldet sich.").json() == []
    assert desk.lines() == desk.lines("failed_mail") == []
    [mail] = desk.own.mails("reservation_received")
    assert (mail.state, mail.settled_reason) == ("failed", "Am Telefon erreicht, meldet sich.")
    again = desk.clerk.post(f"{REFUSED}/{mail_id}/settle", json={"reason": "noch einmal"})
    assert (again.status_code, again.json()["code"]) == (409, "not_refused")


def test_the_page_after_reserving_says_so_and_takes_the_right_address(desk: Desk) -> None:
    assert desk.own.call("just-reserved", idempotency_key=KEY).json()["is_refused"]
    before = desk.own.row().confirm_by
    shown = desk.own.call("just-reserved/email", idempotency_key=KEY, email=RIGHT).json()
    assert (shown["is_refused"], shown["email"]) == (False, RIGHT)
    assert desk.own.row().confirm_by == before
    assert (desk.refused(), desk.lines("failed_mail")) == ([], [])


def test_a_server_that_is_away_for_five_days_is_told_as_such(desk: Desk) -> None:
    desk.post("settle", reason="Versehen")
    desk.peer.answers = ["421 4.3.2 closing down"] * 500
    desk.own.reserve("another-key", email="anna@example.org", mobile_phone="0170 1111111")
    desk.deliver()
    assert desk.refused() == [], "one temporary answer is no refusal"
    for _ in range(22):
        desk.own.clock.advance(hours=6)
        desk.deliver()
    desk.clerk = desk.sign_in()
    [row] = [row for row in desk.refused() if row["recipient"].startswith("a")]
    assert row["words"] == "Der Mailserver war fünf Tage lang nicht zu erreichen."


def test_marketing_has_no_such_list(desk: Desk, staff_client: StaffClient) -> None:
    marketer = staff_client("marketing", client=desk.own.client)
    assert marketer.get(REFUSED).status_code == 403
    assert marketer.post(f"{REFUSED}/1/settle", json={"reason": "x"}).status_code == 403
