"""What a household sees and changes on its own page."""

import json
from pathlib import Path
from typing import Any, Final

import pypdfium2 as pdfium
import pytest
from sqlalchemy import select, update

from services.core.db.db import Database
from services.household.inputs import ContactChangeIn
from services.parks.models import Park, Spot
from services.privacy.consent_texts import CURRENT_TERMS
from services.referral_codes.models import ReferralCode
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import undoable
from services.reservations.evidence.models import Evidence
from services.reservations.models import Reservation, ReservationChange
from services.reservations.release import release_due
from services.reservations.states import ReservationState
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.pdf import is_accessible
from tests.fixtures.servers import MakeClient
from tests.services.household.own_page import KEY, OwnPage
from tests.services.refusals import refusals
from tests.services.reservations.standing import check_invariants, do, stand
from tests.services.reservations.standing import reservation as stored_reservation
from tests.services.stored import stored

CONTACT = {"first_name": "Änne", "last_name": "Özkan", "mobile_phone": "0171 9876543"}


@pytest.fixture
def open_page(house: OwnPage) -> OwnPage:
    house.reserve()
    house.open()
    return house


def limit_kwh(db: Database, kwh: int) -> None:
    db.write(lambda session: session.execute(update(Park).where(Park.id == "ingolstadt").values(kwh_limit=kwh)))


def share(house: OwnPage, kwh: int, plan: str, known: tuple[int, str] = (2000, "24m")) -> Any:
    body = {"annual_kwh": kwh, "payment_plan": plan, "known_kwh": known[0], "known_plan": known[1]}
    return house.call("reservation/share", **body)


def test_the_page_shows_the_figures_of_the_offer(open_page: OwnPage) -> None:
    shown = open_page.show().json()["reservation"]
    figures = shown["figures"]
    assert (figures["package"], figures["plan_months"], figures["credit_tenth_ct"]) == ("Standard", 24, 60)
    told = [figures[name] for name in ("plan_total_cents", "instalment_cents", "last_instalment_cents")]
    assert told == [137_700, 5_738, 5_726]
    assert (figures["least_annual_cents"], figures["least_total_cents"]) == (10_000, 200_000)
    years = [figures[f"least_{name}_tenth_years"] for name in ("break_even", "covered", "covered_once")]
    assert years == [135, 146, 138]
    assert (shown["spot_number"], shown["park"]["spots_total"], shown["friends"]) == (1, 500, 0)
    assert shown["can_change"] and shown["can_change_share"] and shown["can_give_up"]


# Contact


def test_name_and_telephone_are_changed_with_history_and_a_mail(open_page: OwnPage, db: Database) -> None:
    version = open_page.show().json()["reservation"]["version"]
    answer = open_page.call("reservation/contact", **CONTACT, version=version)
    assert (answer.status_code, answer.json()["last_name"]) == (200, "Özkan")
    change = stored(db, ReservationChange)[-1]
    assert (change["actor"], change["action"]) == ("household", "change_contact")
    assert change["before"]["last_name"] == "Müller"
    mail = open_page.mails("reservation_changed")[-1]
    assert mail.values["lines"] == [["Nachname", "Müller", "Özkan"], ["Telefon", "0170 1234567", "0171 9876543"]]
    entry = stored(db, AuditEntry)[-1]
    assert entry["details"] == {"fields": ["last_name", "mobile_phone", "mobile_phone_e164"]}
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_a_change_made_meanwhile_by_staff_is_not_overwritten(open_page: OwnPage, db: Database) -> None:
    version = open_page.show().json()["reservation"]["version"]
    do(db, "add_tag", [open_page.row().id], open_page.clock.now, tag="Presse")
    assert open_page.call("reservation/contact", **CONTACT, version=version).status_code == 200
    refused = open_page.call("reservation/contact", **(CONTACT | {"last_name": "Anders"}), version=version)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    assert open_page.row().last_name == "Özkan"


def test_wrong_input_is_told_at_its_field() -> None:
    for field, value in (("first_name", ""), ("last_name", "https://x.example"), ("mobile_phone", "12"),
                         ("mobile_phone", None)):  # fmt: skip
        [fault] = refusals(ContactChangeIn, {**CONTACT, field: value, "version": 2})
        assert fault["field"] == field and fault["message"].endswith(".")


def test_a_new_address_counts_once_its_own_link_was_pressed(open_page: OwnPage) -> None:
    old, new = "aenne.mueller@example.org", "neu@example.net"
    assert open_page.call("reservation/email", email=new).json() == {"success": True}
    assert open_page.row().email == old
    token = open_page.token(to=new)
    assert open_page.call("links/look", token=token).json()["purpose"] == "change_email"
    former = open_page.client.cookies["voltigo-household"]
    assert open_page.press(token).status_code == 200
    assert open_page.show().json()["reservation"]["email"] == new
    open_page.client.cookies.clear()
    open_page.client.cookies.set("voltigo-household", former)
    assert open_page.show().json() == {"reservation": None}, "the session of the former address is over"
    assert (open_page.row().email, open_page.row().email_confirmed_at) == (new, open_page.clock.now)
    notice = open_page.mails("address_changed")[-1]
    assert notice.recipient == old
    assert open_page.press(token).status_code == 200
    assert len(open_page.mails("address_changed")) == 1, "pressed again it only opens the page"


# Package and plan


def test_package_and_plan_are_quoted_again_and_the_number_stays(open_page: OwnPage, db: Database) -> None:
    found = open_page.call("reservation/share/compare", annual_kwh=3000, payment_plan="48m").json()
    assert (found["before"]["plan_total_cents"], found["after"]["plan_total_cents"]) == (137_700, 227_900)
    assert (found["after"]["effective_interest_bp"], found["fits"]) == (965, True)
    assert open_page.row().annual_kwh == 2000, "nothing is changed by comparing"
    answer = share(open_page, 3000, "48m")
    assert answer.status_code == 200, answer.text
    row = open_page.row()
    assert (row.annual_kwh, row.payment_plan, row.spot_number) == (3000, "48m", 1)
    assert (row.share_amount_cents, row.plan_total_cents, row.instalment_cents) == (189_900, 227_900, 4_748)
    assert (row.annual_credit_cents, row.minimum_total_cents) == (18_000, 300_000)
    assert (row.nominal_interest_bp, row.effective_interest_bp) == (500, 965)
    assert stored(db, Park)[0]["kwh_taken"] == 3000
    check_invariants(db)
    lines = open_page.mails("reservation_changed")[-1].values["lines"]
    assert lines == [
        ["Paket", "Standard, 2.000\u00a0kWh", "Premium, 3.000\u00a0kWh"],
        ["Wenn der Park am Netz ist", _noted(2000, "24m", 2), _noted(3000, "48m", 2)],
        ["Zusammen", "1.456\u00a0€", "2.358\u00a0€"],
        ["Erwartet im Jahr", _noted(2000, "24m", 4), _noted(3000, "48m", 4)],
        ["Gedeckt nach", _noted(2000, "24m", 5), _noted(3000, "48m", 5)],
    ]
    refused = share(open_page, 1000, "24m")
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile"), "based on an older choice"
    assert share(open_page, 1000, "one-off", (3000, "48m")).status_code == 200
    assert stored(db, Park)[0]["kwh_taken"] == 1000
    check_invariants(db)


def _noted(kwh: int, plan: str, place: int) -> str:
    """Amount and note of a row of the golden block of money."""
    (rows,) = [case["rows"] for case in MONEY if (case["annual_kwh"], case["plan"]) == (kwh, plan)]
    _label, amount, note = rows[place]
    return f"{amount} ({note})"


def test_what_was_promised_is_shown_whatever_the_price_book_says_today(open_page: OwnPage, db: Database) -> None:
    stored_then = {"share_amount_cents": 119_900, "plan_total_cents": 127_100, "instalment_cents": 5_296}
    minimum = {"minimum_total_cents": 160_000, "setup_fee_cents": 4_900}
    db.write(lambda session: session.execute(update(Reservation).values(**stored_then, **minimum)))
    shown = open_page.show().json()["reservation"]["figures"]
    compared = open_page.call("reservation/share/compare", annual_kwh=2000, payment_plan="48m").json()
    for figures in (shown, compared["before"]):
        promised = [figures[name] for name in ("price_cents", "plan_total_cents", "instalment_cents")]
        assert promised == [*stored_then.values()]
        # 4 cents at least, so 80 euros a year: (1,199 + 50) / 80 and (1,271 + 49) / 80 years.
        assert [figures[f"least_{name}_cents"] for name in ("total", "annual", "monthly")] == [160_000, 8_000, 667]
        years = [figures[f"least_{name}_tenth_years"] for name in ("break_even", "covered", "covered_once")]
        assert years == [156, 165, 156]
        assert figures["setup_fee_cents"] == 4_900
    assert compared["after"]["plan_total_cents"] == 155_900
    assert share(open_page, 2000, "48m").status_code == 200
    lines = open_page.mails("reservation_changed")[-1].values["lines"]
    assert lines[0] == ["Mit dem Vertrag", "49\u00a0€", "79\u00a0€"]
    assert lines[2] == ["Zusammen", "1.320\u00a0€", "1.638\u00a0€"]
    first, changed = stored(db, Evidence)
    assert changed["before_sha256"] == first["offer_sha256"], "the offer as it was kept then"
    check_invariants(db)


def test_a_larger_package_needs_energy_that_is_left(open_page: OwnPage, db: Database) -> None:
    limit_kwh(db, 2900)
    compared = open_page.call("reservation/share/compare", annual_kwh=3000, payment_plan="24m").json()
    assert (compared["fits"], compared["kwh_left"]) == (False, 900)
    refused = share(open_page, 3000, "24m")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_little_energy")
    assert (refused.json()["left"], refused.json()["needed"]) == (900, 1000)
    assert (open_page.row().annual_kwh, stored(db, Park)[0]["kwh_taken"]) == (2000, 2000)
    limit_kwh(db, 3000)
    assert share(open_page, 3000, "24m").status_code == 200
    limit_kwh(db, 1)
    assert share(open_page, 1000, "24m", (3000, "24m")).status_code == 200, "less is always possible"
    check_invariants(db)


def test_after_the_contract_the_share_stays(open_page: OwnPage, db: Database) -> None:
    stand(db, open_page.clock.now, open_page.row().id, ReservationState.CONTRACTED)
    refused = share(open_page, 3000, "24m")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
    assert open_page.call("reservation/give-up").json()["code"] == "not_now"
    assert open_page.show().json()["reservation"]["can_change_share"] is False


def test_instalments_that_are_not_offered_cannot_be_chosen(make_client: MakeClient, house: OwnPage) -> None:
    house.reserve(payment_plan="one-off", payment_interest_rate=0)
    house.client = make_client(clock=house.clock, instalments_offered=False)
    house.open()
    assert share(house, 2000, "48m", (2000, "one-off")).json()["code"] == "not_now"
    assert share(house, 3000, "one-off", (2000, "one-off")).status_code == 200


# Giving the place back


def test_a_place_is_given_back_and_taken_back_within_a_day(open_page: OwnPage, db: Database) -> None:
    given = open_page.call("reservation/give-up").json()
    assert (given["state"], given["undo_until"]) == ("cancelled", "2026-11-04T10:30:15.123456Z")
    assert stored(db, Spot)[0]["state"] == "held"
    mail = open_page.mails("reservation_given_up")[-1]
    assert (mail.next_attempt_at, mail.values["undo_until"]) == (
        open_page.clock.now,
        "Mittwoch, 4. November 2026, 11:30 Uhr",
    )
    check_invariants(db)
    open_page.clock.advance(minutes=30)
    open_page.client.cookies.clear()
    assert open_page.press(open_page.token("reservation_given_up")).status_code == 200, "the mail leads back"
    back = open_page.call("reservation/take-back").json()
    assert (back["state"], back["undo_until"], back["spot_number"]) == ("reserved", None, 1)
    check_invariants(db)
    change = [(row["actor"], row["action"]) for row in stored(db, ReservationChange)][-2:]
    assert change == [("household", "give_up"), ("household", "undo_give_up")]


def test_when_the_day_is_over_the_number_is_free(open_page: OwnPage, db: Database) -> None:
    open_page.call("reservation/give-up")
    open_page.clock.advance(hours=24)
    open_page.call("links", email="aenne.mueller@example.org")
    assert open_page.open()["undo_until"] is None
    assert open_page.call("reservation/take-back").json()["code"] == "not_now"
    assert release_due(db, open_page.clock) == 1
    assert stored(db, Spot)[0]["state"] == "free"
    check_invariants(db)


def test_staff_undo_what_a_household_gave_up_and_the_other_way_round_is_refused(
    open_page: OwnPage, db: Database
) -> None:
    open_page.call("reservation/give-up")
    with db.read() as session:
        found = undoable(session, open_page.row(), open_page.clock.now)[0]
    db.write(lambda session: undo(session, found.operation_id, "staff:8", "staff", open_page.clock.now))
    assert open_page.row().state == "reserved"
    do(db, "cancel", [open_page.row().id], open_page.clock.now)
    assert open_page.show().json()["reservation"] is None, "the place is gone, and with it whatever opened the page"
    house_link = open_page.token("reservation_cancelled")
    assert open_page.press(house_link).status_code == 200, "its mail brings the way in that is left"
    assert open_page.show().json()["reservation"]["undo_until"] is None, "what staff cancelled, staff undo"
    assert open_page.call("reservation/take-back").json()["code"] == "not_now"
    assert stored_reservation(db, open_page.row().id).state == "cancelled"


# Right after reserving


def test_the_page_after_reserving_has_the_households_own_code_at_once_and_only_one(house: OwnPage) -> None:
    house.reserve()
    assert house.call("just-reserved", idempotency_key="guessed").status_code == 404
    codes = {house.call("just-reserved", idempotency_key=KEY).json()["referral_code"] for _ in range(2)}
    with house.db.read() as session:
        assert codes == set(session.scalars(select(ReferralCode.code)))
    house.clock.advance(hours=2, seconds=1)
    assert house.call("just-reserved", idempotency_key=KEY).status_code == 404
    assert house.call("just-reserved/email", idempotency_key=KEY, email="c@example.org").status_code == 404


def test_a_mistyped_address_is_corrected_from_the_page_after_reserving(house: OwnPage) -> None:
    house.reserve(email="aenne@gmial.example.org")
    shown = house.call("just-reserved", idempotency_key=KEY).json()
    assert (shown["email"], shown["is_confirmed"], shown["spot_number"]) == ("aenne@gmial.example.org", False, 1)
    wrong = house.token()
    corrected = house.call("just-reserved/email", idempotency_key=KEY, email="aenne@gmail.example.org").json()
    assert corrected["email"] == "aenne@gmail.example.org"
    first, second = house.mails("reservation_received")
    assert (first.state, second.recipient) == ("cancelled", "aenne@gmail.example.org")
    assert second.values["plan_total_cents"] == first.values["plan_total_cents"]
    assert house.press(wrong).json()["code"] == "unknown_link", "the wrong address can do nothing any more"
    assert house.press().status_code == 200
    assert house.row().email_confirmed_at == house.clock.now
    refused = house.call("just-reserved/email", idempotency_key=KEY, email="c@example.org")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")


def test_the_page_after_reserving_says_whether_it_was_written_to(house: OwnPage) -> None:
    """Three mails a day go to one mailbox, whether or not there is room for a fourth reservation."""
    for number in range(3):
        answer = house.reserve(key=str(number), monthly_abschlag=50 + number)
        assert house.call("just-reserved", idempotency_key=str(number)).json()["is_written"]
    assert house.open()["reference"] == answer["reference"]
    assert house.call("reservation/give-up").status_code == 200
    house.reserve(monthly_abschlag=60)
    before = len(house.mails())
    assert not house.call("just-reserved", idempotency_key=KEY).json()["is_written"]
    asked = house.call("links", email="aenne.mueller@example.org")
    assert (asked.status_code, len(house.mails())) == (200, before + 3), "the way that the page names"
    assert house.call("just-reserved", idempotency_key=KEY).json()["is_written"]


def test_a_correction_to_a_mailbox_that_had_its_mails_of_a_day_says_that_none_goes(house: OwnPage) -> None:
    house.reserve(key="former", email="neu@example.org", monthly_abschlag=50)
    for _ in range(5):
        house.call("links", email="neu@example.org")
    house.reserve()
    house.call("just-reserved", idempotency_key=KEY)
    for email, is_written in (("anders@example.org", True), ("neu@example.org", False)):
        corrected = house.call("just-reserved/email", idempotency_key=KEY, email=email)
        assert (corrected.json()["email"], corrected.json()["is_written"]) == (email, is_written)


def test_an_address_cannot_be_corrected_to_one_that_has_its_share_of_places(house: OwnPage) -> None:
    for number in range(3):
        house.reserve(key=str(number), monthly_abschlag=50 + number)
    house.reserve(key=KEY, email="anders@example.org", mobile_phone="0171 9876543")
    refused = house.call("just-reserved/email", idempotency_key=KEY, email="aenne.mueller@example.org")
    assert (refused.status_code, refused.json()["code"]) == (409, "email_limit")


# A second reservation within minutes


def ask(house: OwnPage, key: str, **changes: Any) -> Any:
    body = reservation_body(**changes)
    return house.client.post("/functions/v1/reserve-spot", json=body, headers={"idempotency-key": key})


def test_a_second_reservation_within_the_hour_is_asked_about(house: OwnPage) -> None:
    assert [ask(house, key, another=False).json()["spot_number"] for key in ("a", "again")] == [1, 1], "the same data"
    asked = ask(house, "b", another=False, annual_kwh=1000, expected_annual_credit=60)
    assert (asked.status_code, asked.json()["code"]) == (409, "already_reserved")
    assert "spot_number" not in asked.json()
    meant = ask(house, "c", another=True, annual_kwh=1000, expected_annual_credit=60)
    assert meant.json()["spot_number"] == 2
    unasked = ask(house, "e", annual_kwh=1000, expected_annual_credit=60, postcode="80331")
    assert unasked.json()["spot_number"] == 3, "a client that knows no question is not asked"
    house.db.write(lambda session: session.execute(update(Reservation).values(state="cancelled")))
    house.clock.advance(hours=1)
    assert ask(house, "d", another=False, annual_kwh=3000, expected_annual_credit=180).json()["spot_number"] == 4


PATH = "/api/household/reservation/document"
MONEY: Final = json.loads((Path(__file__).parents[2] / "golden/money_words.json").read_text(encoding="utf-8"))
SHOWN: dict[str, Any] = {"consent": True, "consent_version": CURRENT_TERMS}


def paper(house: OwnPage) -> tuple[bytes, str]:
    """The document, and its words on one line; it has one page."""
    answer = house.client.get(PATH)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["cache-control"] == "no-store"
    assert is_accessible(answer.content)
    document = pdfium.PdfDocument(answer.content)
    assert len(document) == 1
    assert [round(side) for side in document[0].get_size()] == [595, 842], "A4"
    return answer.content, " ".join(document[0].get_textpage().get_text_range().split())


def test_the_paper_tells_the_place_the_plan_in_its_order_and_what_is_due_when(house: OwnPage) -> None:
    reserved = house.reserve(**SHOWN)
    assert house.client.get(PATH).status_code == 401, "for the owner alone"
    house.open()
    content, words = paper(house)
    for said in (
        "Ihr Platz 1 ", "Kostenlos und unverbindlich", reserved["reference"], "Änne Müller", "Reihe 1, 1. von links",
        "Ihre Annahme: 2.000 kWh × 6 Cent = 120 € im Jahr", "bestätigt am 3. November 2026", "Als Formel, mit 50 €",
        "Beispielrechnung, keine Zusage",
        "Nutzungsbedingungen (AGB), Fassung 2026-11-28. Mitgeteilt: Datenschutzhinweise, Fassung 2026-12-01",
    ):  # fmt: skip
        assert said in words, said
    (rows,) = [case["rows"] for case in MONEY if (case["annual_kwh"], case["plan"]) == (2000, "24m")]
    table = "".join(f"{label} {note} {amount}" for label, amount, note in rows)
    assert "".join(table.split()) in "".join(words.replace("\u00ad", "").split()), words
    assert paper(house)[0] == content, "the same bytes at the same moment"


@pytest.mark.parametrize(
    "changes",
    [
        {"first_name": "Maximiliane " * 8, "last_name": "Hohenlohe-Schillingsfürst " * 3, "payment_plan": "48m"},
        {"annual_kwh": 3000, "payment_plan": "one-off", "expected_annual_credit": 150},
    ],
)
def test_the_longest_name_and_every_plan_fit_on_one_page(changes: dict[str, Any], house: OwnPage) -> None:
    house.reserve(**SHOWN | changes)
    house.open()
    paper(house)


def test_the_paper_says_how_firm_the_place_is(house: OwnPage, db: Database) -> None:
    house.reserve(**SHOWN)
    house.open()
    for state, told in (
        (ReservationState.CONTRACTED, "Der Vertrag ist geschlossen."),
        (ReservationState.ACTIVE, "Ihr Anteil ist am Netz."),
        (ReservationState.CANCELLED, "Reservierung beendet"),
    ):
        stand(db, house.clock.now, house.row().id, state)
        _, words = paper(house)
        assert told in words and "unverbindlich" not in words
