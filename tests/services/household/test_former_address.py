"""A former address opens nothing, whichever way the address was changed."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.data_protection.erasure.erase import Wish, erase
from services.household.deadlines import watch_deadlines
from services.household_links import sessions
from services.household_links.links import issue_one
from services.household_links.models import HouseholdLink, HouseholdSession, Purpose
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.reservations.desk.edit import Edit, save
from services.reservations.models import StaffOperation
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import StaffClient, state_of
from tests.services.household.own_page import KEY, OwnPage
from tests.services.household.passing_on import BEN, ask, look
from tests.services.household.passing_on import accept as accept_place
from tests.services.household.passing_on import token as hand_over_token
from tests.services.reservations.standing import do
from tests.services.stored import execute, stored
from tests.services.waiting_list.line import Line, open_small_park

WRONG, RIGHT = "wrong.person@example.org", "right.person@example.net"


@dataclass
class Stranger:
    """Whose mailbox the wrong address is: with two links, and a browser that has the household's page open."""

    house: OwnPage
    tokens: tuple[str, ...]
    cookie: str

    def sees(self) -> Any:
        """What this browser shows of the reservation; null: nothing."""
        own = {"cookie": f"voltigo-household={self.cookie}"}
        return self.house.client.get("/api/household/reservation", headers=own).json()["reservation"]

    def gives_up(self) -> int:
        own = {"cookie": f"voltigo-household={self.cookie}", "sec-fetch-site": "same-origin"}
        return self.house.client.post("/api/household/reservation/give-up", json={}, headers=own).status_code


def mistyped(house: OwnPage) -> Stranger:
    """A household reserves under a stranger's address."""
    house.reserve(email=WRONG)
    first = house.token()
    assert house.call("links", email=WRONG).status_code == 200
    stranger = Stranger(house, (first, house.token()), opened(house))
    assert len(set(stranger.tokens)) == 2
    assert all(house.call("links/look", token=one).json()["state"] == "open" for one in stranger.tokens)
    assert stranger.sees()["email"] == WRONG, "before the correction all of it opens the page"
    return stranger


def opened(house: OwnPage) -> str:
    """The cookie of a browser with the page open."""
    begun = house.db.write(lambda session: sessions.begin(session, house.row().id, house.clock.now))
    return begun.token


Clerk = TestClient


def edited(house: OwnPage, clerk: Clerk) -> None:
    row = house.row()
    saved = clerk.patch(f"/api/staff/reservations/{row.id}", json={"version": row.version, "email": RIGHT})
    assert saved.status_code == 200, saved.text


def corrected_as_refused(house: OwnPage, clerk: Clerk) -> None:
    refuse(house, f"reservation:{house.row().id}")
    [line] = clerk.get("/api/staff/refused-mails").json()
    body = {"email": RIGHT, "version": house.row().version}
    assert clerk.post(f"/api/staff/refused-mails/{line['mail_id']}/correct", json=body).status_code == 200


def refuse(house: OwnPage, subject: str) -> None:
    """The server of the recipient refuses the latest mail."""
    mail = [row for row in house.mails() if row.subject_ref == subject][-1]
    refused = "state = 'failed', last_error = '550 5.1.1 user unknown', fault = 'recipient'"
    execute(house.db.engine, f"UPDATE mails SET {refused} WHERE id = {mail.id}")


def corrected_after_reserving(house: OwnPage, _clerk: Clerk) -> None:
    assert house.call("just-reserved", idempotency_key=KEY).json()["email"] == WRONG
    assert house.call("just-reserved/email", idempotency_key=KEY, email=RIGHT).status_code == 200


def changed_by_itself(house: OwnPage, _clerk: Clerk) -> None:
    own = {"cookie": f"voltigo-household={opened(house)}", "sec-fetch-site": "same-origin"}
    asked = house.client.post("/api/household/reservation/email", json={"email": RIGHT}, headers=own)
    assert asked.status_code == 200, asked.text
    assert house.press(house.token("confirm_new_address", RIGHT)).status_code == 200
    house.client.cookies.clear()


def erased(house: OwnPage, _clerk: Clerk) -> None:
    wish = Wish(house.row().id, "staff:1")
    house.db.write(lambda session: erase(session, wish, house.clock.now))


WAYS = [edited, corrected_as_refused, corrected_after_reserving, changed_by_itself, erased]


@pytest.fixture
def clerk(house: OwnPage, staff_client: StaffClient) -> Clerk:
    return staff_client("staff", client=house.client)


@pytest.mark.parametrize("change", WAYS)
def test_what_a_former_address_was_sent_opens_nothing(
    change: Callable[[OwnPage, Clerk], None], house: OwnPage, clerk: Clerk, db: Database
) -> None:
    stranger = mistyped(house)
    change(house, clerk)
    assert house.row().email != WRONG
    for token in stranger.tokens:
        for verb in ("look", "press"):
            refused = house.call(f"links/{verb}", token=token)
            assert (refused.status_code, refused.json()["code"]) == (404, "unknown_link"), verb
        assert house.call("links/again", token=token).json() == {"success": True}
    assert stranger.sees() is None
    assert stranger.gives_up() == 401
    assert house.row().state in ("reserved", "cancelled" if change is erased else "reserved")
    usable = [row for row in stored(db, HouseholdLink) if row["used_at"] is None and row["email"] == WRONG]
    assert usable == []
    waiting = [row.kind for row in house.mails(to=WRONG) if row.state in ("queued", "retrying")]
    assert waiting in ([], ["data_erased"]), "nothing more goes there, but the last mail of an erasure"
    if change in (edited, corrected_as_refused, corrected_after_reserving):
        assert house.row().email_confirmed_at is None
        assert house.press(house.token(to=RIGHT)).status_code == 200, "the new address gets a link that confirms it"
        assert house.row().email_confirmed_at == house.clock.now


def test_a_link_of_a_former_address_that_is_left_in_the_database_confirms_nothing(house: OwnPage) -> None:
    """As from before the upgrade to this rule."""
    house.reserve(email=RIGHT)
    row, key = house.row(), state_of(house.client).settings.secret_key
    for purpose in (Purpose.CONFIRM, Purpose.OPEN):
        seed = house.db.write(lambda s, purpose=purpose: issue_one(s, row.id, purpose, WRONG, house.clock.now))
        for verb in ("look", "press"):
            assert house.call(f"links/{verb}", token=link_token(key, seed)).status_code == 404
    assert (house.row().email_confirmed_at, stored(house.db, HouseholdSession)) == (None, [])
    spelt = "Right.Person@example.net"
    seed = house.db.write(lambda s: issue_one(s, row.id, Purpose.CONFIRM, spelt, house.clock.now))
    assert house.press(link_token(key, seed)).status_code == 200, "the same address in another spelling"


def test_a_place_that_a_stranger_has_offered_is_not_handed_over_after_the_correction(
    house: OwnPage, clerk: Clerk
) -> None:
    house.reserve(email=WRONG)
    house.open()
    assert ask(house).status_code == 200
    token = hand_over_token(house)
    assert look(house, token)["state"] == "open"
    edited(house, clerk)
    assert look(house, token)["state"] == "withdrawn"
    assert accept_place(house, token).json()["code"] == "no_hand_over"
    house.clock.advance(minutes=1)
    assert house.press(house.token(to=RIGHT)).status_code == 200
    assert accept_place(house, token).json()["code"] == "no_hand_over", "nor once the household has confirmed its own"
    assert ask(house, BEN).status_code == 200, "it may offer its place itself"
    assert look(house, hand_over_token(house))["state"] == "open"


def test_mails_that_wait_for_the_former_address_go_to_the_present_one(house: OwnPage, clerk: Clerk) -> None:
    house.reserve(email=WRONG)
    do(house.db, "invite", [house.row().id], house.clock.now)
    edited(house, clerk)
    by_kind = {(mail.kind, mail.recipient): mail.state for mail in house.mails()}
    assert by_kind == {
        ("reservation_received", WRONG): "cancelled",
        ("contract_invitation", RIGHT): "queued",
        ("page_link", RIGHT): "queued",
    }


def names_in(house: OwnPage) -> dict[tuple[str, str], tuple[str, str]]:
    """The names that the mails which wait would greet or name, by kind and recipient."""
    waiting = [mail for mail in house.mails() if mail.state == "queued"]
    return {(mail.kind, mail.recipient): (mail.values["first_name"], mail.values["last_name"]) for mail in waiting}


def test_a_corrected_name_reaches_the_mails_that_wait(house: OwnPage, clerk: Clerk) -> None:
    house.reserve(email=WRONG, first_name="Ane", last_name="Müler")
    do(house.db, "invite", [house.row().id], house.clock.now)
    wrong = {("reservation_received", WRONG): ("Ane", "Müler"), ("contract_invitation", WRONG): ("Ane", "Müler")}
    assert names_in(house) == wrong

    def edit(**members: Any) -> int:
        row = house.row()
        path = f"/api/staff/reservations/{row.id}"
        assert clerk.patch(path, json={"version": row.version, **members}).status_code == 200
        return int(stored(house.db, StaffOperation)[-1]["id"])

    operation = edit(first_name="Anne")
    assert set(names_in(house).values()) == {("Anne", "Müler")}
    assert clerk.post(f"/api/staff/operations/{operation}/undo", json={}).status_code == 200
    assert names_in(house) == wrong, "taken back, it is the former name again"
    edit(last_name="Müller", email=RIGHT)
    assert names_in(house) == {
        ("contract_invitation", RIGHT): ("Ane", "Müller"),
        ("page_link", RIGHT): ("Ane", "Müller"),
    }


def test_a_name_and_an_address_corrected_at_once_are_both_in_the_first_mail_sent_again(
    house: OwnPage, clerk: Clerk
) -> None:
    house.reserve(email=WRONG, last_name="Müler")
    row = house.row()
    body = {"version": row.version, "email": RIGHT, "last_name": "Müller"}
    assert clerk.patch(f"/api/staff/reservations/{row.id}", json=body).status_code == 200
    assert names_in(house) == {("reservation_received", RIGHT): ("Änne", "Müller")}


def test_a_household_that_corrects_its_name_is_called_so_by_the_mails_that_wait(house: OwnPage) -> None:
    """What was changed, and from what, is told as it was; and who is greeted without a name stays so."""
    house.reserve(last_name="Müler")
    house.open()
    assert house.call("links", email=house.row().email).status_code == 200
    [link] = house.mails("page_link")
    nameless = link.values | {"first_name": "", "last_name": ""}
    house.db.write(lambda s: s.execute(update(Mail).where(Mail.id == link.id).values({"values": nameless})) and None)
    row = house.row()
    own = {"first_name": "Änne", "last_name": "Müller", "mobile_phone": "0170 1234567"}
    assert house.call("reservation/contact", version=row.version, **own).status_code == 200
    assert names_in(house) == {
        ("reservation_received", row.email): ("Änne", "Müller"),
        ("page_link", row.email): ("", ""),
        ("reservation_changed", row.email): ("Änne", "Müller"),
    }
    assert house.mails("reservation_changed")[0].values["lines"] == [["Nachname", "Müler", "Müller"]]


def test_a_confirmed_place_does_not_lapse_by_a_correction_of_its_address(house: OwnPage) -> None:
    """The time to confirm the first address is long over by then."""
    house.reserve(email=WRONG)
    house.open()
    house.clock.advance(days=30)
    settings, row = state_of(house.client).settings, house.row()
    edit = Edit({"email": RIGHT, "email_normalized": RIGHT}, None)
    house.db.write(lambda session: save(session, row.id, row.version, edit, "staff:1", house.clock.now))
    assert watch_deadlines(house.db, settings, house.clock).lapsed == 0
    assert (house.row().state, house.row().confirm_by, house.row().email_confirmed_at) == ("reserved", None, None)
    assert house.mails("reservation_received", RIGHT)[-1].values["confirm_by"] == ""


def test_an_address_entered_later_is_asked_to_confirm(house: OwnPage, clerk: Clerk) -> None:
    house.reserve(email=WRONG)
    row = house.row()
    blank = "email = '', email_normalized = '', mailbox = '', confirm_by = NULL"
    execute(house.db.engine, f"UPDATE reservations SET {blank} WHERE id = {row.id}")
    execute(house.db.engine, "UPDATE mails SET recipient = '', is_letter = TRUE")
    edited(house, clerk)
    states = {(mail.kind, mail.recipient, mail.is_letter): mail.state for mail in house.mails()}
    assert states == {
        ("reservation_received", "", True): "cancelled",
        ("reservation_received", RIGHT, False): "queued",
    }
    assert house.press().status_code == 200
    assert house.row().email_confirmed_at is not None


_LIKELY = re.compile(r"\.email(_normalized)?\b[^\n]*(?<![=!<>])=(?!=)|\bupdate\(\s*Reservation\b")
"""Lines that may be such: reading a whole product as code takes seconds."""


def test_only_one_place_writes_the_address_of_a_reservation() -> None:
    """Else the rule of this module could be passed by. A new reservation is made with one, and an erasure deletes
    links and sessions by its own list."""
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "services").rglob("*.py")}
    found = {
        path.relative_to(ROOT).as_posix()
        for path, text in texts.items()
        if _LIKELY.search(text) and any(_writes(ast.parse(text)))
    }
    # Addresses of staff; the labels of a burst, the words of the search and exchanged spots, which are other columns.
    known = {
        "services/staff/accounts/accounts.py",
        "services/reservations/abuse/bursts.py",
        "services/reservations/desk/swap_spots.py",
        "services/reservations/listing/search_text.py",
    }
    assert found == known


def _writes(tree: ast.AST) -> Iterator[ast.AST]:
    """Assignments to an attribute of this name, and updates of the table as a whole."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            flat = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
            if any(isinstance(one, ast.Attribute) and one.attr in ("email", "email_normalized") for one in flat):
                yield node
        is_update = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "update"
        if is_update and any(isinstance(one, ast.Name) and one.id == "Reservation" for one in node.args):
            yield node


class TestWaitingList:
    """The same of an entry of the waiting list, whose address two ways correct."""

    def test_what_a_former_address_was_sent_opens_nothing(
        self, house: OwnPage, staff_client: StaffClient, db: Database
    ) -> None:
        open_small_park(db, spots=1, kwh=None)
        line = Line(house.client, db, house.clock, house.folder)
        line.fill(1000)
        for name, way in (("Nele", "correct-address"), ("Omar", "refused")):
            assert line.join(name).status_code == 200
            unused = line.token(name)
            line.as_(name)
            assert line.shown() is not None
            clerk = staff_client("staff", client=house.client)
            entry = line.entry(name)
            right = f"{name.lower()}.h@example.net"
            if way == "refused":
                refuse(house, f"waiting:{entry.id}")
                [one] = clerk.get("/api/staff/refused-mails").json()
                path, body = f"/api/staff/refused-mails/{one['mail_id']}/correct", {}
            else:
                path, body = f"/api/staff/waiting-list/{entry.id}/correct-address", {"reason": "Am Telefon."}
            answer = clerk.post(path, json={"email": right, "version": entry.version, **body})
            assert answer.status_code == 200, answer.text
            assert line.shown() is None, "the browser of the former address is let out"
            for verb in ("look", "press"):
                refused = line.call(f"links/{verb}", token=unused)
                assert (refused.status_code, refused.json()["code"]) == (404, "unknown_link")
            assert stored(db, Mail)[-1]["recipient"] == right
            house.client.cookies.clear()
