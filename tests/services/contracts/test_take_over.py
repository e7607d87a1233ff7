"""A household offers its contract to somebody, who takes it over by the link in the mail."""

from datetime import date
from typing import Any

import pytest
from httpx2 import Response

from services.contracts.models import Contract, SharePeriod
from services.household.hand_over.deadlines import end_hand_overs
from services.household.hand_over.models import HandOver
from services.mail.link_tokens import link_token
from services.payments.models import Mandate
from services.privacy.consent_texts import CONTRACT_TEXTS, CONTRACT_VERSION
from services.privacy.models import Consent
from services.reservations.models import Reservation
from tests.fixtures.pdf import words_of
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.contracts.test_transfer import Running
from tests.services.household.passing_on import BEN, OWN_DATA
from tests.services.stored import stored

ENTERED: dict[str, Any] = {
    **{name: value for name, value in OWN_DATA.items() if not name.startswith("consent")},
    **{"street": "Isarweg 1", "town": "München", "iban": "DE02 1203 0000 0000 2020 51"},
    **{"account_holder": "Ben Yılmaz", "takes_over": True, "gives_mandate": True},
}


class Offering(Running):
    """A household with its page open, and the one that it asks."""

    def open_page(self) -> None:
        self.house.call("links", email="aenne.mueller@example.org")
        self.house.press()

    def offer(self, **changes: Any) -> Response:
        return self.house.call("contract/hand-over", **{"name": "Ben Yılmaz", "email": BEN, "gives": True, **changes})

    def token(self) -> str:
        (*_, mail) = self.house.mails("contract_offered", BEN)
        return link_token(self.orders.settings.secret_key, mail.values["link_seed"])

    def look(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.house.call("hand-over/look", token=self.token()).json()
        return shown

    def read(self) -> Response:
        return self.house.call("contract/take-over/look", token=self.token())

    def accept(self, **changes: Any) -> Response:
        days = {"first_day": "2029-05-11"}
        return self.house.call("contract/take-over", token=self.token(), **{**ENTERED, **days, **changes})


@pytest.fixture
def offering(orders: Orders, staff_client: StaffClient) -> Offering:
    offering = Offering(orders, staff_client)
    offering.on(date(2029, 5, 10))
    offering.open_page()
    return offering


def test_the_page_declares_what_is_stored() -> None:
    """The page of the holder has the words itself, so that nothing is fetched for a box."""
    page = (ROOT / "public-web/src/content/de/handOverForm.ts").read_text(encoding="utf-8")
    assert CONTRACT_TEXTS[f"giving-{CONTRACT_VERSION}"] in page


@pytest.mark.both_databases
def test_a_contract_is_offered_read_and_taken_over(offering: Offering) -> None:
    answer = offering.offer()
    assert (answer.status_code, answer.json()["hand_over"]["answer"]) == (200, None), answer.text
    assert len(offering.house.mails("contract_offer_asked")) == 1
    (consent,) = [row for row in stored(offering.db, Consent) if row["purpose"] == "giving"]
    assert consent["source"] == "explicit"
    shown = offering.look()
    assert (shown["state"], shown["is_contract"]) == ("open", True)
    read = offering.read().json()
    assert read["first_day"] == "2029-05-11"
    assert [text["kind"] for text in read["texts"]] == ["takeover", "terms", "mandate"]
    assert [one["purpose"] for one in read["declarations"]] == ["takeover", "mandate"]
    assert offering.house.row().state == "active", "reading changes nothing"

    assert offering.accept().status_code == 200
    given, taken = stored(offering.db, Reservation)
    assert (given["state"], taken["state"], taken["email"], taken["street"]) == ("ended", "active", BEN, "Isarweg 1")
    assert taken["email_confirmed_at"] is not None
    former, new = stored(offering.db, Contract)
    assert (former["ended_on"], new["begins_on"], new["signed_by"]) == (date(2029, 5, 10), date(2029, 5, 11), "online")
    assert [row["annual_kwh"] for row in stored(offering.db, SharePeriod)] == [2000, -2000, 2000]
    assert [row["ended_at"] is None for row in stored(offering.db, Mandate)] == [False, True]
    own = {
        row["purpose"]: row["source"] for row in stored(offering.db, Consent) if row["reservation_id"] == taken["id"]
    }
    assert own == {"takeover": "explicit", "mandate": "explicit", "email_address": "link"}
    own_page = offering.house.show().json()["reservation"]
    assert (own_page["has_taken_contract_over"], own_page["can_hand_over"]) == (True, True)
    page = offering.orders.show()
    assert (page["contract"]["begins_on"], page["contract"]["plan"]) == ("2029-05-11", [])
    words = words_of(offering.house.client.get("/api/household/contract/document").content)
    assert "Änne Müller" in words
    assert new["number"] in words


def test_it_is_offered_once_and_only_with_the_declaration(offering: Offering) -> None:
    silent = offering.offer(gives=False)
    assert [one["field"] for one in silent.json()["errors"]] == ["gives"]
    assert offering.offer().status_code == 200
    assert offering.offer().json()["code"] == "hand_over_open"
    assert offering.transfer().json()["title"] == "Der Vertrag ist gerade jemandem zur Übernahme angeboten."
    assert len(stored(offering.db, HandOver)) == 1


def test_as_a_place_it_can_neither_be_offered_nor_taken(offering: Offering) -> None:
    asked = offering.house.call("reservation/hand-over", name="Ben", email=BEN)
    assert (asked.status_code, asked.json()["title"]) == (
        409, "Einen Platz geben Sie hier nur bis zum Vertrag weiter, danach den Vertrag.",
    )  # fmt: skip
    offering.offer()
    taken = offering.house.call("hand-over/accept", token=offering.token(), version=1, **OWN_DATA)
    assert (taken.status_code, taken.json()["code"]) == (409, "not_now")
    assert len(stored(offering.db, Reservation)) == 1


def test_while_money_is_open_it_is_neither_offered_nor_taken_over(offering: Offering) -> None:
    offering.offer()
    offering.give_back(date(2029, 5, 10), 129_900)
    for answer in (offering.read(), offering.accept()):
        assert answer.status_code == 409
        assert answer.json()["title"].startswith("Zu diesem Vertrag sind 1.299,00\u00a0€ offen.")
    offering.house.call("reservation/hand-over/withdraw")
    assert offering.offer().status_code == 409
    assert len(stored(offering.db, Contract)) == 1


def test_declined_withdrawn_or_ended_the_contract_stays_where_it_is(offering: Offering) -> None:
    offering.offer()
    assert offering.house.call("hand-over/decline", token=offering.token()).status_code == 200
    assert (offering.look()["state"], offering.accept().json()["code"]) == ("declined", "no_hand_over")
    offering.offer()
    assert offering.house.call("reservation/hand-over/withdraw").status_code == 200
    assert offering.read().json()["code"] == "no_hand_over"
    offering.offer()
    offering.do("end", date(2029, 5, 10))
    assert offering.look()["state"] == "closed"
    assert end_hand_overs(offering.db, offering.house.clock) == 1
    assert [row["answer"] for row in stored(offering.db, HandOver)] == ["declined", "withdrawn", "closed"]
    assert len(stored(offering.db, Contract)) == 1


def test_after_midnight_the_page_is_read_again(offering: Offering) -> None:
    offering.offer()
    offering.on(date(2029, 5, 11))
    late = offering.accept()
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert offering.read().json()["first_day"] == "2029-05-12"
    assert offering.accept(first_day="2029-05-12").status_code == 200


def test_what_the_other_one_has_not_said_is_named(offering: Offering) -> None:
    offering.offer()
    answer = offering.accept(takes_over=False, gives_mandate=False, is_other_person=True)
    assert {one["field"] for one in answer.json()["errors"]} == {"takes_over", "gives_mandate", "holder_agrees"}
    assert len(stored(offering.db, Reservation)) == 1


def test_a_second_press_opens_nothing_more(offering: Offering) -> None:
    offering.offer()
    assert offering.accept().status_code == 200
    assert offering.accept().json()["code"] == "no_hand_over"
    assert len(stored(offering.db, Contract)) == len(stored(offering.db, Reservation)) == 2
