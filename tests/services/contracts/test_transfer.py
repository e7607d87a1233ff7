"""Somebody else takes a contract over: by letters of both, at the telephone, or as an heir."""

from datetime import date, timedelta
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import select

from services.checks.prove import prove
from services.contracts.life import Period, share_on
from services.contracts.models import Contract, SharePeriod
from services.jobs.registry import LAST_LOOKS
from services.mail import outbox
from services.payments import ledger
from services.payments.ledger import Booking
from services.payments.models import Mandate
from services.privacy.models import Consent
from services.reservations.models import Reservation, ReservationChange
from services.staff.models import AuditEntry
from tests.factories import DETAILS
from tests.fixtures.pdf import is_accessible, words_of
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.contracts.test_settle import Told, at_noon
from tests.services.stored import stored

CONNECTED = date(2027, 6, 1)
LAST = date(2047, 5, 31)
BEN: dict[str, Any] = {
    **DETAILS,
    **{"cause": "transferred", "signed_by": "letter", "received_on": "2029-05-08"},
    **{"first_name": "Ben", "last_name": "Yılmaz", "email": "ben.yilmaz@example.net", "mobile_phone": "0151 23456789"},
    **{"monthly_abschlag": "85,50", "postcode": "80331", "street": "Isarweg 1", "town": "München"},
    **{"iban": "DE02 1203 0000 0000 2020 51", "account_holder": "Ben Yılmaz"},
    **{"gives": True, "takes_over": True, "gives_mandate": True},
}


class Running(Told):
    """A contract that is paid and earns, and a clerk."""

    def __init__(self, orders: Orders, staff_client: StaffClient) -> None:
        super().__init__(orders)
        self.connect(CONNECTED)
        self.pay(date(2027, 6, 10), 7900 + 129_900)
        self.night(date(2027, 6, 20))
        self.sign_in = staff_client

    def on(self, day: date) -> None:
        self.house.at(at_noon(day))

    def transfer(self, **changes: Any) -> Response:
        clerk = self.sign_in("staff", client=self.house.client)
        body = {name: value for name, value in {**BEN, **changes}.items() if value is not None}
        return clerk.post(f"/api/staff/contracts/{self.id}/transfer", json=body)

    def taken_over(self, **changes: Any) -> dict[str, Any]:
        self.on(date(2029, 5, 10))
        response = self.transfer(**changes)
        assert response.status_code == 201, response.text
        found: dict[str, Any] = response.json()
        return found

    def periods(self, contract_id: int) -> list[Period]:
        return [
            Period(row["annual_kwh"], row["first_day"], row["last_day"])
            for row in stored(self.db, SharePeriod)
            if row["contract_id"] == contract_id
        ]


@pytest.fixture
def running(orders: Orders, staff_client: StaffClient) -> Running:
    return Running(orders, staff_client)


@pytest.mark.both_databases
def test_on_each_day_one_of_both_holds_the_share(running: Running) -> None:
    heir = running.taken_over()
    given, taken = running.periods(running.id), running.periods(heir["id"])
    assert given == [Period(2000, CONNECTED, LAST), Period(-2000, date(2029, 5, 11), LAST)]
    assert taken == [Period(2000, date(2029, 5, 11), LAST)]
    for days in range(-1, (LAST - CONNECTED).days + 2):
        day = CONNECTED + timedelta(days)
        is_given, is_taken = CONNECTED <= day <= date(2029, 5, 10), date(2029, 5, 11) <= day <= LAST
        assert (share_on(day, given), share_on(day, taken)) == (2000 * is_given, 2000 * is_taken), day
    running.night(date(2030, 1, 2))
    assert (running.periods(running.id), running.periods(heir["id"])) == (given, taken), "no night adds anything"
    assert [one.invariant.name for one in prove(running.db, running.house.clock.now) if one.broken.count] == []


def test_the_new_holder_pays_nothing_and_waits_for_nothing(running: Running) -> None:
    heir = running.taken_over()
    assert (heir["state"], heir["cause"], heir["begins_on"]) == ("concluded", "transferred", "2029-05-11")
    assert (heir["total_cents"], heir["setup_cents"], heir["plan"], heir["months"]) == (0, 0, [], 0)
    assert (heir["withdraw_until"], heir["can_withdraw"]) == (None, False)
    assert (heir["first_earning_day"], heir["last_earning_day"]) == ("2029-05-11", "2047-05-31")
    running.night(date(2030, 1, 2))
    assert running.balances() == {}
    with running.db.read() as session:
        assert ledger.balances_of(session, heir["id"]) == {}
    assert [row["cause"] for row in stored(running.db, SharePeriod)] == ["begins", "transferred", "transferred"]


def test_place_and_figures_stay_and_everything_else_is_the_new_holders(running: Running) -> None:
    heir = running.taken_over()
    given, taken = stored(running.db, Reservation)
    assert (given["state"], taken["state"], taken["taken_over_from_id"]) == ("ended", "active", given["id"])
    same = ("park_id", "spot_number", "annual_kwh", "share_amount_cents")
    assert [taken[name] for name in same] == [given[name] for name in same]
    assert (taken["first_name"], taken["street"], taken["town"]) == ("Ben", "Isarweg 1", "München")
    former, new = stored(running.db, Mandate)
    assert (former["cause"], new["ended_at"], new["last_four"]) == ("contract_over", None, "2051")
    assert new["reference"] == heir["mandate_reference"] == f"{heir['number']}-1"
    consents = {(row["reservation_id"], row["purpose"]): row["source"] for row in stored(running.db, Consent)}
    wanted = {(taken["id"], name) for name in ("takeover", "mandate")} | {(given["id"], "giving")}
    assert {consents[one] for one in wanted} == {"letter"}
    (change,) = [row for row in stored(running.db, ReservationChange) if row["action"] == "transfer"]
    assert change["after"]["handed_over_to"] == taken["reference"]
    actions = {row["action"]: row["details"] for row in stored(running.db, AuditEntry)}
    assert actions["reservation.take_over_contract"]["document"] == heir["document_sha256"]
    assert "Yılmaz" not in str(actions), "the log names nobody"


def test_both_are_written_to_and_the_new_holder_gets_the_papers(running: Running) -> None:
    heir = running.taken_over()
    (told,) = running.house.mails("contract_transferred")
    assert told.values["last_day"] == "10. Mai 2029"
    (mail,) = running.house.mails("contract_taken_over", BEN["email"])
    assert (mail.values["number"], mail.values["first_day"], mail.values["last_day"]) == (
        heir["number"], "11. Mai 2029", "31. Mai 2047",
    )  # fmt: skip
    with running.db.read() as session:
        (file,) = LAST_LOOKS[mail.kind](session, outbox._leased(mail), running.house.clock.now).attachments
    content = file.content or b""
    words = words_of(content)
    assert is_accessible(content)
    for said in ("Übernahme eines Nutzungsvertrags", "10. Mai 2029", "11. Mai 2029", "31. Mai 2047", "Änne Müller"):
        assert said in words
    assert "····" not in words
    assert "Widerrufsrecht besteht deshalb nicht" in words
    assert "Muster-Widerrufsformular" not in words


def test_an_heir_shows_why_and_nobody_gives(running: Running) -> None:
    running.on(date(2029, 5, 10))
    missing = running.transfer(cause="inherited", gives=False)
    assert [one["field"] for one in missing.json()["errors"]] == ["reason"]
    heir = running.taken_over(cause="inherited", gives=False, reason="Erbschein vom 2. Mai 2029", email=None)
    assert [row["cause"] for row in stored(running.db, SharePeriod)] == ["begins", "inherited", "inherited"]
    assert heir["cause"] == "inherited"
    assert "giving" not in {row["purpose"] for row in stored(running.db, Consent)}
    (mail,) = running.house.mails("contract_taken_over", "")
    assert mail.recipient == "", "a letter, to be printed"


def test_what_is_missing_is_named_all_at_once(running: Running) -> None:
    running.on(date(2029, 5, 10))
    silent = dict.fromkeys(("gives", "takes_over", "gives_mandate"), False)
    answer = running.transfer(**silent, is_other_person=True, street=None, received_on="2029-05-10")
    named = {one["field"]: one["message"] for one in answer.json()["errors"]}
    assert set(named) == {"gives", "takes_over", "gives_mandate", "holder_agrees", "street"}
    assert running.transfer(received_on="2029-05-11").status_code == 422
    assert len(stored(running.db, Contract)) == 1


def test_a_second_press_finds_an_ended_contract(running: Running) -> None:
    running.taken_over()
    answer = running.transfer()
    assert (answer.status_code, answer.json()["title"]) == (
        409, "Der Vertrag ist beendet. Übernehmen lässt sich nur ein laufender.",
    )  # fmt: skip
    assert len(stored(running.db, Contract)) == 2


def test_a_debit_returned_after_the_transfer_is_the_former_holders(running: Running) -> None:
    heir = running.taken_over()
    running.give_back(date(2029, 6, 1), 129_900)
    running.night(date(2029, 6, 2))
    assert running.balances() == {"receivable": 129_900}
    assert share_on(date(2029, 6, 3), running.periods(heir["id"])) == 2000
    booking = Booking(date(2029, 6, 9), "bank", at_noon(date(2029, 6, 9)))
    running.db.write(lambda session: ledger.write_off(session, "lost", running.id, 129_900, booking))
    running.night(date(2029, 6, 10))
    with running.db.read() as session:
        assert ledger.balances_of(session, running.id) == {}
        assert session.scalars(select(Contract.id).where(Contract.ended_on == date(2029, 5, 10))).all() == [running.id]


def test_while_a_payment_is_returned_nobody_takes_it_over(running: Running) -> None:
    running.give_back(date(2029, 5, 9), 129_900)
    running.on(date(2029, 5, 10))
    answer = running.transfer()
    assert answer.status_code == 409
    assert answer.json()["title"].startswith("Zu diesem Vertrag sind 1.299,00\u00a0€ offen.")
    assert len(stored(running.db, Reservation)) == 1


def test_the_new_holder_can_pass_it_on_again(running: Running) -> None:
    heir = running.taken_over()
    running.id = heir["id"]
    running.on(date(2031, 1, 5))
    again = running.transfer(received_on="2031-01-05", email="cem@example.net", first_name="Cem")
    assert again.status_code == 201, again.text
    assert (again.json()["begins_on"], again.json()["last_earning_day"]) == ("2031-01-06", "2047-05-31")
    everybody = [
        Period(row["annual_kwh"], row["first_day"], row["last_day"]) for row in stored(running.db, SharePeriod)
    ]
    for day in (CONNECTED, date(2029, 5, 10), date(2029, 5, 11), date(2031, 1, 5), date(2031, 1, 6), LAST):
        assert share_on(day, everybody) == 2000
