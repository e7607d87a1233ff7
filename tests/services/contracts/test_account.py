"""Another account: nothing changes before the click, and then mandate, mail, announcements and files are its own."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from services.contracts.settle import settle_all
from services.core.db.db import Database
from services.household_links.links import LIFETIME
from services.jobs.sweep import forget_all_expired
from services.payments import ledger
from services.payments.bank.errors import NotNow
from services.payments.bank.models import BankLine, RunKind
from services.payments.bank.runs import discard, draft, mark_sent, release, wanted_refunds
from services.payments.change_account import FORMER_IS_TOLD
from services.payments.ledger import Booking
from services.payments.models import AccountChange, Mandate
from services.privacy.models import Consent
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.household.own_page import OWN_PAGE
from tests.services.payments.at_bank import OURS
from tests.services.stored import stored

OTHER = "AT61 1904 3002 3457 3201"
ENTERED: dict[str, Any] = {"iban": OTHER, "account_holder": "Änne Müller", "gives_mandate": True}
FORMER = "aenne.mueller@example.org"
SETUP_DUE = date(2026, 11, 18)


def ask(orders: Orders, **changes: Any) -> Any:
    return orders.house.client.post("/api/household/contract/account", json=ENTERED | changes, headers=OWN_PAGE)


def mandates(db: Database) -> list[tuple[str, str, str]]:
    """The last four digits, the reference's end and why it has ended, of each."""
    return [(row["last_four"], row["reference"][-2:], row["cause"]) for row in stored(db, Mandate)]


def asked(orders: Orders, **changes: Any) -> str:
    """The token of the link that confirms what was asked for."""
    answer = ask(orders, **changes)
    assert answer.status_code == 200, answer.text
    return orders.house.token("confirm_account")


@pytest.mark.both_databases
def test_nothing_changes_before_the_click_and_one_click_changes_it(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    token = asked(orders)
    assert mandates(db) == [("3000", "-1", "")]
    shown = orders.show()["contract"]
    assert (shown["last_four"], shown["account_asked"]["last_four"]) == ("3000", "3201")
    looked = orders.house.call("links/look", token=token).json()
    assert (looked["purpose"], looked["last_four"]) == ("change_account", "3201")
    assert mandates(db) == [("3000", "-1", "")]
    assert orders.house.press(token).status_code == 200
    assert mandates(db) == [("3000", "-1", "changed"), ("3201", "-2", "")]
    shown = orders.show()["contract"]
    assert (shown["last_four"], shown["account_asked"]) == ("3201", None)
    (mail,) = orders.house.mails("account_changed")
    assert mail.values["mandate"] == shown["mandate_reference"] == f"{shown['number']}-2"
    assert (mail.values["last_four"], mail.values["at_bank"]) == ("3201", [])
    # The link is one like any other then.
    assert orders.house.call("links/look", token=token).json()["purpose"] == "open"
    assert orders.house.press(token).status_code == 200
    assert (len(mandates(db)), stored(db, AccountChange)) == (2, [])
    consents = [(row["purpose"], row["source"], row["asked_at"] is None) for row in stored(db, Consent)][-1]
    assert consents == ("mandate", "link", False)
    done = [row["action"] for row in stored(db, AuditEntry) if "account" in row["action"]]
    assert done == ["reservation.ask_account_change", "reservation.change_account"]


@pytest.mark.parametrize(("late", "is_changed"), [(-timedelta(seconds=1), True), (timedelta(0), False)])
def test_the_link_is_valid_for_the_forty_eight_hours_that_its_mail_states(
    orders: Orders, db: Database, late: timedelta, is_changed: bool
) -> None:
    orders.decide()
    orders.order()
    token = asked(orders)
    assert timedelta(hours=48) == LIFETIME
    orders.house.at(orders.house.clock.now + timedelta(hours=48) + late)
    assert orders.house.press(token).status_code == (200 if is_changed else 409)
    assert (len(mandates(db)) == 2) is is_changed
    forget_all_expired(db, orders.house.clock)
    assert stored(db, AccountChange) == []


def test_another_wish_ends_the_first_and_a_new_address_ends_both(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    first, second = asked(orders), asked(orders, account_holder="Ben Müller")
    assert orders.house.press(first).status_code == 200
    assert len(mandates(db)) == 1
    assert orders.house.call("reservation/email", email="neu@example.org").status_code == 200
    assert orders.house.press(orders.house.token("confirm_new_address")).status_code == 200
    assert orders.house.press(second).status_code == 404
    assert len(mandates(db)) == 1


@pytest.mark.parametrize(("days", "is_told"), [(0, True), (27, True), (28, False)])
def test_an_address_that_was_the_households_lately_is_told_of_it(orders: Orders, days: int, is_told: bool) -> None:
    orders.decide()
    orders.order()
    orders.house.clock.advance(minutes=1)
    assert orders.house.call("reservation/email", email="neu@example.org").status_code == 200
    assert orders.house.press(orders.house.token("confirm_new_address")).status_code == 200
    assert timedelta(days=28) == FORMER_IS_TOLD
    orders.house.at(orders.house.clock.now + timedelta(days=days))
    orders.house.call("links", email="neu@example.org")
    assert orders.house.press().status_code == 200
    assert orders.house.press(asked(orders)).status_code == 200
    told = [(mail.values["is_done"], mail.values["link_seed"]) for mail in orders.house.mails("account_asked", FORMER)]
    assert told == ([(False, ""), (True, "")] if is_told else [])
    assert [mail.recipient for mail in orders.house.mails("account_changed")] == ["neu@example.org"]


def test_an_address_that_nobody_had_confirmed_may_be_a_strangers_and_is_not_told(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    db.write(lambda s: s.execute(update(Reservation).values(email_confirmed_at=None)) and None)
    assert orders.house.call("reservation/email", email="neu@example.org").status_code == 200
    assert orders.house.press(orders.house.token("confirm_new_address")).status_code == 200
    assert orders.house.press(asked(orders)).status_code == 200
    assert len(mandates(db)) == 2
    assert orders.house.mails("account_asked") == []


WRONG = {
    "no mandate": ({"gives_mandate": False}, "gives_mandate"),
    "another person who was not asked": ({"is_other_person": True}, "holder_agrees"),
    "a slip": ({"iban": "AT61 1904 3002 3457 3202"}, "iban"),
    "no holder": ({"account_holder": ""}, "account_holder"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_missing_is_said_at_its_field(orders: Orders, db: Database, name: str) -> None:
    changes, field = WRONG[name]
    orders.decide()
    orders.order()
    answer = ask(orders, **changes)
    assert (answer.status_code, [one["field"] for one in answer.json()["errors"]]) == (422, [field])
    assert stored(db, AccountChange) == []


def test_the_same_account_and_a_place_without_contract_are_refused(orders: Orders) -> None:
    orders.decide()
    answer = ask(orders)
    assert (answer.status_code, answer.json()["title"]) == (
        409, "Ein Konto lässt sich nur zu einem laufenden Vertrag ändern.",
    )  # fmt: skip
    orders.order()
    answer = ask(orders, iban="DE89370400440532013000")
    assert (answer.status_code, answer.json()["title"]) == (409, "Das ist schon das Konto zu diesem Vertrag.")


def test_another_persons_account_brings_that_persons_consent(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    orders.house.press(asked(orders, is_other_person=True, holder_agrees=True, account_holder="Oma Groß"))
    assert [row["purpose"] for row in stored(db, Consent)][-2:] == ["mandate", "holder"]
    assert stored(db, Mandate)[-1]["is_other_person"] is True


def test_a_wish_that_outlives_its_contract_changes_nothing(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    token = asked(orders)
    orders.do(OPERATIONS["withdraw"])
    settle_all(db, orders.settings, orders.house.clock)
    orders.house.press(token)
    assert mandates(db) == [("3000", "-1", "contract_over")]


@pytest.mark.parametrize("channel", ["letter", "telephone"])
def test_a_clerk_enters_it_from_a_letter_or_a_call_with_the_same_evidence(
    orders: Orders, staff_client: StaffClient, db: Database, channel: str
) -> None:
    orders.decide()
    orders.order()
    token = asked(orders)
    clerk = staff_client("staff", client=orders.house.client)
    url = f"/api/staff/contracts/{orders.row().id}/account"
    body = ENTERED | {"signed_by": channel, "received_on": "2026-11-02"}
    late = clerk.post(url, json=body | {"received_on": "2026-11-09"})
    assert (late.status_code, late.json()["errors"][0]["field"]) == (422, "received_on")
    assert clerk.post(url, json=body | {"gives_mandate": False}).status_code == 422
    answer = clerk.post(url, json=body)
    assert (answer.status_code, answer.json()["last_four"], answer.json()["account_asked"]) == (200, "3201", None)
    consent, mandate = stored(db, Consent)[-1], stored(db, Mandate)[-1]
    assert (consent["source"], consent["received_on"], mandate["channel"]) == (channel, date(2026, 11, 2), channel)
    assert consent["taken_by"] == stored(db, AuditEntry)[-1]["actor"]
    assert orders.house.mails("account_changed")[-1].values["is_by_us"] is True
    orders.house.press(token)
    assert len(mandates(db)) == 2, "what the household had asked for before is void"
    assert "19043002" not in str([*stored(db, Mandate), *stored(db, Consent), *stored(db, AuditEntry)])


def test_after_the_end_another_account_takes_refunds_alone(
    orders: Orders, staff_client: StaffClient, db: Database
) -> None:
    orders.decide()
    orders.order()
    booking = Booking(date(2026, 11, 4), "bank", orders.house.clock.now)
    id_ = orders.row().id
    db.write(lambda s: ledger.pay(s, "x", id_, 7900, booking))
    orders.do(OPERATIONS["withdraw"])
    settle_all(db, orders.settings, orders.house.clock)
    assert ask(orders).status_code in (401, 409)
    body = ENTERED | {"signed_by": "letter", "received_on": "2026-11-02"}
    clerk = staff_client("staff", client=orders.house.client)
    assert clerk.post(f"/api/staff/contracts/{id_}/account", json=body).is_success
    assert mandates(db) == [("3000", "-1", "contract_over"), ("3201", "-2", "contract_over")]
    with db.read() as session:
        (wanted,), _ = wanted_refunds(session, orders.settings)
    assert (wanted.cents, wanted.account[2]) == (7900, "3201")


# Debits under way


class Debited:
    """A contract whose set-up is announced for the 18th, and what becomes of its debit."""

    def __init__(self, orders: Orders, staff_client: StaffClient) -> None:
        orders.decide()
        orders.order()
        self.orders, self.db, self.house = orders, orders.house.db, orders.house
        self.staff_client = staff_client
        named = {"creditor_id": "DE98ZZZ09999999999", "creditor_iban": OURS}
        self.settings = orders.settings.model_copy(update=named)
        self.night(date(2026, 11, 4))

    def night(self, day: date) -> None:
        self.house.at(self.house.clock.now.replace(year=day.year, month=day.month, day=day.day))
        settle_all(self.db, self.orders.settings, self.house.clock)

    def drafted(self) -> int:
        on, now = date(2026, 12, 31), self.house.clock
        return self.db.write(lambda s: draft(s, self.settings, RunKind.DEBIT, on, "staff:1", now()).id)

    def do(self, step: Any, run_id: int) -> None:
        more = (self.settings,) if step is release else ()
        self.db.write(lambda s: step(s, *more, run_id, "staff:2", self.house.clock()) and None)

    def change(self) -> dict[str, Any]:
        body = ENTERED | {"signed_by": "letter", "received_on": "2026-11-02"}
        self.house.clock.advance(minutes=1)
        clerk = self.staff_client("staff", client=self.house.client)
        answer = clerk.post(f"/api/staff/contracts/{self.orders.row().id}/account", json=body)
        assert answer.status_code == 200, answer.text
        return self.house.mails("account_changed")[-1].values

    def announced(self) -> list[tuple[str, str]]:
        return [(mail.values["day"], mail.values["last_four"]) for mail in self.house.mails("debit_announced")]

    def lines(self) -> list[tuple[str, str]]:
        return [(row["last_four"], row["state"]) for row in stored(self.db, BankLine)]


@pytest.fixture
def debited(orders: Orders, staff_client: StaffClient) -> Debited:
    return Debited(orders, staff_client)


def test_what_was_announced_for_the_former_account_is_announced_anew(debited: Debited) -> None:
    assert debited.announced() == [("18. November 2026", "3000")]
    debited.change()
    debited.night(date(2026, 11, 5))
    assert debited.announced()[1:] == [("19. November 2026", "3201")], "a day of its own, and five days before"
    run_id = debited.drafted()
    assert debited.lines() == [("3201", "open")]
    debited.do(release, run_id)
    debited.do(mark_sent, run_id)


def test_a_draft_loses_it_and_a_released_file_is_not_sent(debited: Debited) -> None:
    run_id = debited.drafted()
    debited.do(release, run_id)
    debited.change()
    with pytest.raises(NotNow) as refused:
        debited.do(mark_sent, run_id)
    assert refused.value.detail.endswith("Bitte verwerfen Sie die Datei und entwerfen Sie eine neue.")
    debited.do(discard, run_id)
    debited.night(date(2026, 11, 5))
    assert debited.announced()[-1] == ("19. November 2026", "3201")
    debited.drafted()
    assert debited.lines() == [("3000", "discarded"), ("3201", "open")]


def test_what_the_bank_has_leaves_the_former_account_and_the_mail_says_so(debited: Debited) -> None:
    run_id = debited.drafted()
    debited.do(release, run_id)
    debited.do(mark_sent, run_id)
    assert debited.change()["at_bank"] == [["18. November 2026", "79\u00a0€"]]
    debited.night(date(2026, 11, 19))
    assert len(debited.announced()) == 1, "it may still succeed"
