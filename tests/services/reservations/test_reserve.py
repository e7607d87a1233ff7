"""The accepted reservation, row by row, and the refusals that depend on what is already stored."""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.german import long_moment
from services.core.references import parse_reference
from services.mail.models import Mail
from services.offer import PACKAGES
from services.privacy.consent_texts import TERMS_TEXTS
from services.privacy.models import Consent
from services.reservations.evidence.models import Evidence
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from services.visits.steps import Consent as TouchConsent
from services.visits.touches import MOST_TOUCHES, TOUCH_FIELDS
from tests.factories import reservation_body
from tests.services.held_clock import BrokenClock, HeldClock
from tests.services.stored import execute, row_counts, set_spots, stored

ROUTE = "/functions/v1/reserve-spot"
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "offer_cases.json").read_text(encoding="utf-8"))
MakeClient = Callable[..., TestClient]


def cents(text: str) -> int:
    return int(Decimal(text) * 100)


def reserve(client: TestClient, **changes: Any) -> dict[str, Any]:
    """The answer of an accepted call."""
    response = client.post(ROUTE, json=reservation_body(**changes))
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    (row,) = rows
    return row


# What is stored


def test_accepted_call_answers_spot_reference_and_park(client: TestClient) -> None:
    response = client.post(ROUTE, json=reservation_body())
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert "Idempotency-Replayed" not in response.headers
    answer = response.json()
    assert set(answer) == {"success", "spot_number", "reference", "park"}
    assert (answer["success"], answer["spot_number"], answer["park"]) == (True, 1, "ingolstadt")
    assert re.fullmatch(r"VG-[2-9A-Z]{4}-[2-9A-Z]{4}", answer["reference"])
    assert parse_reference(answer["reference"]) == answer["reference"]


@pytest.mark.both_databases
def test_every_column_of_the_reservation_is_stored(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    answer = reserve(make_client(clock=clock))
    row = only(stored(db, Reservation))
    assert isinstance(row.pop("id"), int)
    assert row["network"] == row["line"], "one network of IPv4"
    assert re.fullmatch(r"v4-[0-9a-f]{8}", row.pop("network") + row.pop("line")[11:])
    assert row == {
        "reference": answer["reference"],
        "park_id": "ingolstadt",
        "spot_number": 1,
        "state": "reserved",
        "version": 1,
        "created_at": clock.now,
        "updated_at": clock.now,
        "first_name": "Änne",
        "last_name": "Müller",
        "name_key": "muller anne",
        "search_text": None,
        "email": "aenne.mueller@example.org",
        "email_normalized": "aenne.mueller@example.org",
        "mailbox": "aenne.mueller@example.org",
        "email_confirmed_at": None,
        "street": None,
        "channel": None,
        "received_on": None,
        "town": None,
        "confirm_by": clock.now + timedelta(days=14),
        "mobile_phone": "0170 1234567",
        "mobile_phone_e164": "+491701234567",
        "postcode": "85049",
        "energy_provider": "Stadtwerke München",
        "household_size": "2",
        "monthly_abschlag_cents": 8550,
        "annual_kwh": 2000,
        "payment_plan": "24m",
        "credit_tenth_ct": 60,
        "nominal_interest_bp": 300,
        "effective_interest_bp": 581,
        "share_amount_cents": 129_900,
        "plan_total_cents": 137_700,
        "instalment_cents": 5738,
        "last_instalment_cents": 137_700 - 23 * 5738,
        "monthly_credit_cents": 1000,
        "annual_credit_cents": 12_000,
        "total_credits_cents": 240_000,
        "minimum_total_cents": 200_000,
        "break_even_tenth_years": 112,
        "paid_break_even_tenth_years": 121,
        "setup_fee_cents": 7900,
        "yearly_platform_fee_cents": 0,
        "deposit_cents": 100,
        "deposit_state": "reserved",
        "client_figures": {
            "solar_share_amount": 1299,
            "payment_interest_rate": 0.03,
            "expected_monthly_credit": 10,
            "expected_annual_credit": 120,
            "expected_total_credits": 2400,
            "yearly_platform_fee": 0,
            "deposit_amount": 1,
            "setup_fee": 79,
            "deposit_status": "reserved",
        },
        "price_mismatch": False,
        "duplicate_suspected": False,
        "utm_source": "newsletter",
        "utm_campaign": "fruehling",
        "referral_code": "",
        "notes": "",
        "follow_up_on": None,
        "follow_up_subject": None,
        "price_checked_at": None,
        "duplicate_checked_at": None,
        "merged_into_id": None,
        "taken_over_from_id": None,
        "erased_at": None,
        "burst_at": None,
        "touch_consent": None,
    }


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({}, None),
        ({"touch_consent": ""}, None),
        ({"touch_consent": "not_asked"}, TouchConsent.NOT_ASKED),
        ({"touch_consent": "unanswered"}, TouchConsent.UNANSWERED),
        ({"touch_consent": "yes"}, TouchConsent.YES),
        ({"touch_consent": "no"}, TouchConsent.NO),
    ],
    ids=str,
)
def test_whether_touches_may_be_remembered_is_kept_and_unknown_where_nobody_says(
    sent: dict[str, str], kept: TouchConsent | None, client: TestClient, db: Database
) -> None:
    """A client that knows nothing of it says nothing, and nothing is guessed from its touches."""
    reserve(client, **sent, touches=[{"utm_source": "google", "at": "2026-01-02T10:00:00Z"}])
    assert [row["touch_consent"] for row in stored(db, Reservation)] == [kept]


def test_recomputed_figures_equal_the_golden_table(client: TestClient, db: Database) -> None:
    """Every package, plan and rate over HTTP; the client's own figures are left out, so ours cannot be copies."""
    own = ("solar_share_amount", "payment_interest_rate", "expected_monthly_credit", "expected_total_credits")
    plans = {(c["annual_kwh"], c["plan"]): c for c in GOLDEN["instalments"] if c["page"] == "summary"}
    cases = [(credit, plans[credit["annual_kwh"], plan]) for credit in GOLDEN["credits"] for plan in _plans()]
    assert len(cases) == 3 * 7 * 3
    for number, (credit, plan) in enumerate(cases):
        reserve(
            client,
            **dict.fromkeys(own),
            email=f"household{number}@example.org",
            annual_kwh=credit["annual_kwh"],
            payment_plan=plan["plan"],
            expected_annual_credit=float(credit["annual"]),
        )
    for row, (credit, plan) in zip(stored(db, Reservation), cases, strict=True):
        chosen = (row["annual_kwh"], row["payment_plan"], row["credit_tenth_ct"])
        assert chosen == (credit["annual_kwh"], plan["plan"], credit["tenth_ct"])
        assert {
            "share_amount_cents": cents(plan["price"]),
            "plan_total_cents": cents(plan["total"]),
            "instalment_cents": cents(plan["instalment"]),
            "last_instalment_cents": cents(plan["last_instalment"]),
            "effective_interest_bp": cents(plan["effective_percent"]),
            "monthly_credit_cents": cents(credit["monthly"]),
            "annual_credit_cents": cents(credit["annual"]),
            "total_credits_cents": cents(credit["total"]),
            "minimum_total_cents": cents(credit["minimum_total"]),
            "break_even_tenth_years": int(Decimal(credit["break_even_years"]) * 10),
            "paid_break_even_tenth_years": int(Decimal(plan["paid_break_even_years"][str(credit["tenth_ct"])]) * 10),
            "price_mismatch": False,
        }.items() <= row.items(), chosen


def _plans() -> list[str]:
    return ["one-off", "24m", "48m"]


def test_share_amount_is_the_one_off_price_whatever_the_client_sends(client: TestClient, db: Database) -> None:
    reserve(client, solar_share_amount=1377)
    row = only(stored(db, Reservation))
    assert row["share_amount_cents"] == 129_900
    assert row["client_figures"]["solar_share_amount"] == 1377
    assert row["price_mismatch"] is True


_CHEAPEST = {"annual_kwh": 1000, "payment_plan": "one-off", "payment_interest_rate": 0, "solar_share_amount": 699}


@pytest.mark.parametrize(
    ("changes", "is_mismatch"),
    [
        ({}, False),
        ({"solar_share_amount": 1299.0}, False),
        ({"solar_share_amount": 1298.99}, True),
        ({"solar_share_amount": 1299.004}, False),
        ({"deposit_amount": 50}, True),
        ({"deposit_amount": 500}, True),
        ({"deposit_amount": 0}, True),
        ({"setup_fee": 0}, True),
        ({"yearly_platform_fee": 12}, True),
        ({"expected_monthly_credit": 10.01}, True),
        ({"expected_total_credits": 2000}, True),
        ({"payment_interest_rate": 0.05}, True),
        ({"payment_interest_rate": 3}, True),
        ({"deposit_status": "verified"}, True),
        ({"deposit_status": None, "setup_fee": None, "deposit_amount": None, "payment_interest_rate": None}, False),
        # What a browser computes without rounding:
        ({"expected_annual_credit": 100, "expected_monthly_credit": 8.333333, "expected_total_credits": 2000}, False),
        ({"expected_annual_credit": 100, "expected_monthly_credit": 100 / 12, "expected_total_credits": 2000}, False),
        ({"expected_annual_credit": 2000 * 0.055, "expected_monthly_credit": 2000 * 0.055 / 12,
          "expected_total_credits": 2000 * 0.055 * 20}, False),
        ({**_CHEAPEST, "expected_annual_credit": 1000 * 0.055, "expected_monthly_credit": 1000 * 0.055 / 12,
          "expected_total_credits": 1000 * 0.055 * 20}, False),
        ({**_CHEAPEST, "expected_annual_credit": 50, "expected_monthly_credit": 4.166666666666667,
          "expected_total_credits": 1000}, False),
        ({"expected_annual_credit": 100, "expected_monthly_credit": 8.34, "expected_total_credits": 2000}, True),
    ],
)  # fmt: skip
def test_price_mismatch_is_set_when_a_client_figure_differs_by_a_cent(
    changes: dict, is_mismatch: bool, client: TestClient, db: Database
) -> None:
    body = reservation_body(**changes)
    assert client.post(ROUTE, json=body).status_code == 200
    row = only(stored(db, Reservation))
    assert row["price_mismatch"] is is_mismatch
    assert row["client_figures"] == {name: body[name] for name in _figure_names() if name in body}


def _figure_names() -> list[str]:
    return [
        "solar_share_amount", "payment_interest_rate", "expected_monthly_credit", "expected_annual_credit",
        "expected_total_credits", "yearly_platform_fee", "deposit_amount", "setup_fee", "deposit_status",
    ]  # fmt: skip


def test_deposit_status_of_the_client_never_becomes_ours(client: TestClient, db: Database) -> None:
    reserve(client, deposit_status="refunded")
    row = only(stored(db, Reservation))
    assert row["deposit_state"] == "reserved"
    assert row["client_figures"]["deposit_status"] == "refunded"


# Touches


def touch(at: datetime, **values: str) -> dict[str, Any]:
    return {**values, "at": at.isoformat()}


@pytest.mark.both_databases
def test_touches_are_frozen_in_the_order_in_which_they_came(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    first, second, third = (clock.now - timedelta(minutes=minutes) for minutes in (30, 20, 10))
    reserve(
        make_client(clock=clock),
        touches=[
            touch(first, referral_code="NACHBAR7", landing_path="/"),
            touch(second, utm_source="fb", utm_medium="paid", utm_campaign="herbst", utm_term="solar",
                  utm_content="blau", landing_path="/rechner", referrer_host="facebook.com",
                  clicked_ad="meta"),
            touch(third, landing_path="/reservierung", clicked_ad="somebody's-id-123"),
        ],
    )  # fmt: skip
    rows = stored(db, ReservationTouch)
    empty = {**dict.fromkeys(TOUCH_FIELDS, ""), "clicked_ad": "none"}
    assert [{k: v for k, v in row.items() if k not in ("id", "reservation_id", "written_in")} for row in rows] == [
        {**empty, "position": 1, "at": first, "referral_code": "NACHBAR7", "landing_path": "/"},
        {
            "position": 2, "at": second, "utm_source": "fb", "utm_medium": "paid", "utm_campaign": "herbst",
            "utm_term": "solar", "utm_content": "blau", "referral_code": "", "referrer_host": "facebook.com",
            "landing_path": "/rechner", "clicked_ad": "meta",
        },
        {**empty, "position": 3, "at": third, "landing_path": "/reservierung"},
    ]  # fmt: skip
    row = only(stored(db, Reservation))
    assert {entry["reservation_id"] for entry in rows} == {row["id"]}
    # The last touch was direct: the flat fields are those of the one before it, not what the call says beside.
    assert (row["utm_source"], row["utm_campaign"], row["referral_code"]) == ("fb", "herbst", "")


def test_a_touch_older_than_can_be_does_not_become_the_newest(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    old, new = clock.now - timedelta(days=91), clock.now - timedelta(days=1)
    reserve(make_client(clock=clock), touches=[touch(old, utm_source="plakat"), touch(new, utm_source="fb")])
    rows = stored(db, ReservationTouch)
    assert [(row["utm_source"], row["at"]) for row in rows] == [
        ("plakat", clock.now - timedelta(days=90)),
        ("fb", new),
    ]
    assert only(stored(db, Reservation))["utm_source"] == "fb"


def test_a_wrong_clock_does_not_turn_the_order_around(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    ahead, right = clock.now + timedelta(days=3), clock.now - timedelta(minutes=5)
    reserve(make_client(clock=clock), touches=[touch(ahead, utm_source="a"), touch(right, utm_source="b")])
    assert [row["utm_source"] for row in stored(db, ReservationTouch)] == ["a", "b"]


@pytest.mark.both_databases
def test_the_latest_twenty_of_more_touches_are_kept(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    moments = [clock.now - timedelta(minutes=60 - number) for number in range(30)]
    reserve(make_client(clock=clock), touches=[touch(at, utm_source=f"s{n}") for n, at in enumerate(moments)])
    rows = stored(db, ReservationTouch)
    assert len(rows) == MOST_TOUCHES == 20
    assert [row["utm_source"] for row in rows] == [f"s{number}" for number in range(10, 30)]
    assert [row["position"] for row in rows] == list(range(1, 21))
    assert only(stored(db, Reservation))["utm_source"] == "s29"


def test_legacy_client_without_touches_gives_one_touch_of_its_flat_fields(
    make_client: MakeClient, db: Database
) -> None:
    clock = HeldClock()
    reserve(make_client(clock=clock), utm_source="google", utm_campaign="winter", referral_code="ABC")
    row = only(stored(db, ReservationTouch))
    assert (row["position"], row["at"]) == (1, clock.now)
    assert (row["utm_source"], row["utm_campaign"], row["referral_code"]) == ("google", "winter", "ABC")
    reservation = only(stored(db, Reservation))
    assert (reservation["utm_source"], reservation["utm_campaign"]) == ("google", "winter")
    assert reservation["referral_code"] == "ABC"


def test_a_direct_visit_has_no_touch_and_empty_flat_fields(client: TestClient, db: Database) -> None:
    reserve(client, utm_source="", utm_campaign=None, referral_code="")
    assert stored(db, ReservationTouch) == []
    row = only(stored(db, Reservation))
    assert (row["utm_source"], row["utm_campaign"], row["referral_code"]) == ("", "", "")


@pytest.mark.parametrize("at", ["", "gestern", "2026-11-03T10:00:00", "2999-01-01T00:00:00+00:00", 5, None])
def test_an_unusable_moment_of_a_touch_becomes_the_moment_of_the_call(
    at: Any, make_client: MakeClient, db: Database
) -> None:
    clock = HeldClock()
    reserve(make_client(clock=clock), touches=[{"utm_source": "fb", "at": at}])
    assert only(stored(db, ReservationTouch))["at"] == clock.now


@pytest.mark.both_databases
def test_odd_values_of_a_touch_never_cost_a_household_its_place(client: TestClient, db: Database) -> None:
    odd = {
        "utm_source": 7,
        "utm_medium": ["x"],
        "utm_campaign": "Fru\u0308h\x00ling",
        "utm_term": "t" * 999,
        "extra": 1,
    }
    reserve(client, touches=[odd])
    row = only(stored(db, ReservationTouch))
    assert (row["utm_source"], row["utm_medium"], row["utm_campaign"]) == ("", "", "Fr\u00fchling")
    assert row["utm_term"] == "t" * 200


# Consent, audit, mail


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("sent", "source", "version"),
    [
        ({}, "client_form", "client-form"),
        ({"consent_version": "2026-11"}, "client_form", "client-form"),
        ({"consent": True}, "explicit", "client-form"),
        ({"consent": True, "consent_version": "2026-11"}, "explicit", "2026-11"),
    ],
)
def test_consent_is_kept_with_version_and_fingerprint_of_its_text(
    sent: dict, source: str, version: str, make_client: MakeClient, db: Database
) -> None:
    clock = HeldClock()
    reserve(make_client(clock=clock), **sent)
    row = only(stored(db, Consent))
    assert row.pop("id") > 0
    assert row == {
        "reservation_id": only(stored(db, Reservation))["id"],
        "purpose": "terms",
        "text_version": version,
        "text_sha256": hashlib.sha256(TERMS_TEXTS[version].encode()).hexdigest(),
        "source": source,
        "given_at": clock.now,
        "asked_at": None,
        "taken_by": None,
        "received_on": None,
    }


@pytest.mark.both_databases
def test_the_audit_log_gains_one_entry_without_personal_data(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    reserve(make_client(clock=clock))
    entry = only(stored(db, AuditEntry))
    reservation = only(stored(db, Reservation))
    assert (entry["at"], entry["actor"], entry["action"]) == (clock.now, "household", "reservation.reserved")
    assert entry["subject"] == f"reservation:{reservation['id']}"
    assert entry["details"] == {
        "park": "ingolstadt",
        "spot": 1,
        "annual_kwh": 2000,
        "payment_plan": "24m",
        "credit_tenth_ct": 60,
        "price_mismatch": False,
        "duplicate_suspected": False,
        "evidence": only(stored(db, Evidence))["sha256"],
    }
    with db.read() as session:
        assert first_broken_entry(session) is None


@pytest.mark.both_databases
def test_the_mail_waits_in_the_outbox_with_the_figures_of_the_reservation(
    make_client: MakeClient, db: Database
) -> None:
    clock = HeldClock()
    answer = reserve(make_client(clock=clock))
    row, mail = only(stored(db, Reservation)), only(stored(db, Mail))
    assert mail["kind"] == "reservation_received"
    assert mail["recipient"] == "aenne.mueller@example.org"
    assert mail["subject_ref"] == f"reservation:{row['id']}"
    assert mail["dedupe_key"] == f"reservation_received:{answer['reference']}"
    assert re.fullmatch(r"[0-9a-f]{32}", mail["message_id"])
    assert (mail["state"], mail["attempts"], mail["last_error"]) == ("queued", 0, None)
    assert (mail["created_at"], mail["next_attempt_at"]) == (clock.now, clock.now)
    assert (mail["leased_until"], mail["sent_at"]) == (None, None)
    same = (
        "first_name", "last_name", "reference", "spot_number", "annual_kwh", "plan_total_cents", "instalment_cents",
        "last_instalment_cents", "nominal_interest_bp", "effective_interest_bp", "monthly_credit_cents",
        "annual_credit_cents", "total_credits_cents", "minimum_total_cents",
        "paid_break_even_tenth_years",
        "setup_fee_cents", "postcode", "household_size", "energy_provider", "monthly_abschlag_cents",
    )  # fmt: skip
    assert mail["values"] == {
        **{name: row[name] for name in same},
        "park_name": "Ingolstadt",
        "total_spots": 500,
        "package": "Standard",
        "tenth_ct": 60,
        "price_cents": PACKAGES[2000].price_cents,
        "plan_months": 24,
        "contract_weeks_from": 6,
        "contract_weeks_to": 8,
        "phone_ending": row["mobile_phone_e164"][-3:],
        "minimum_covered_tenth_years": 146,
        "minimum_once_tenth_years": 138,
        "is_confirmed": False,
        "confirmed_day": "",
        "taken": [[1, 1]],
        "link_seed": mail["values"]["link_seed"],
        "confirm_by": long_moment(row["confirm_by"]),
    }


def test_the_mail_to_an_umlaut_domain_goes_to_its_ascii_form(client: TestClient, db: Database) -> None:
    """Servers without SMTPUTF8 refuse the other form; the household keeps reading its own."""
    reserve(client, email="Aenne.Mueller@müller.de")
    assert only(stored(db, Reservation))["email"] == "Aenne.Mueller@müller.de"
    assert only(stored(db, Mail))["recipient"] == "Aenne.Mueller@xn--mller-kva.de"


# Spots


@pytest.mark.both_databases
def test_numbers_are_given_in_order_and_the_lowest_free_one_comes_first(client: TestClient, db: Database) -> None:
    given = [reserve(client, email=f"h{number}@example.org")["spot_number"] for number in range(5)]
    assert given == [1, 2, 3, 4, 5]
    freed = Reservation.spot_number.in_([2, 4])
    db.write(lambda session: session.execute(update(Reservation).where(freed).values(state="cancelled")) and None)
    set_spots(db, "free", [2, 4])
    again = [reserve(client, email=f"again{number}@example.org")["spot_number"] for number in range(3)]
    assert again == [2, 4, 6]


@pytest.mark.both_databases
def test_held_and_blocked_spots_are_passed_over(client: TestClient, db: Database) -> None:
    set_spots(db, "held", [1])
    set_spots(db, "blocked", [2, 3])
    assert reserve(client)["spot_number"] == 4


@pytest.mark.both_databases
def test_sold_out_park_is_refused_with_409(client: TestClient, db: Database) -> None:
    set_spots(db, "blocked", range(2, 501))
    assert reserve(client)["spot_number"] == 1
    before = row_counts(db)
    response = client.post(ROUTE, json=reservation_body(email="late@example.org"))
    assert response.status_code == 409
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json() == {
        "type": "urn:voltigo:problem:park_full",
        "title": "Alle Plätze in diesem Park sind vergeben.",
        "status": 409,
        "code": "park_full",
        "success": False,
        "waitlist": {"open": True, "length": 0},
    }
    assert row_counts(db) == before


@pytest.mark.both_databases
def test_a_park_without_spots_is_full_and_an_unknown_one_is_refused_with_422(client: TestClient, db: Database) -> None:
    before = row_counts(db)
    assert client.post(ROUTE, json=reservation_body(park="munich")).json()["code"] == "park_full"
    response = client.post(ROUTE, json=reservation_body(park="atlantis"))
    assert response.status_code == 422
    message = "Diesen Solarpark gibt es nicht."
    assert response.json()["errors"] == [{"field": "park", "code": "unknown_choice", "message": message}]
    assert row_counts(db) == before


def test_the_park_may_be_named(client: TestClient) -> None:
    assert reserve(client, park="ingolstadt")["park"] == "ingolstadt"


DOOMED = {
    "sqlite": (
        "CREATE TABLE doomed (parent INTEGER REFERENCES spots (id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TRIGGER doom AFTER INSERT ON reservations BEGIN INSERT INTO doomed VALUES (999999); END",
    ),
    "postgresql": (
        "CREATE FUNCTION doom() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no commit'; END $$",
        "CREATE CONSTRAINT TRIGGER doom AFTER INSERT ON reservations DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION doom()",
    ),
}
"""A rule the database checks when it commits, and which no reservation keeps."""


@pytest.mark.both_databases
def test_a_failing_commit_never_answers_success(client: TestClient, db: Database) -> None:
    before = row_counts(db)
    execute(db.engine, *DOOMED["sqlite" if db.is_sqlite else "postgresql"])
    response = client.post(ROUTE, json=reservation_body(), headers={"Idempotency-Key": "doomed"})
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert response.json()["success"] is False
    assert row_counts(db) == before
    execute(db.engine, "DROP TRIGGER doom" if db.is_sqlite else "DROP TRIGGER doom ON reservations")
    again = client.post(ROUTE, json=reservation_body(), headers={"Idempotency-Key": "doomed"})
    assert (again.status_code, again.json()["spot_number"]) == (200, 1)
    assert "Idempotency-Replayed" not in again.headers


# One address, several reservations


@pytest.mark.both_databases
def test_a_fourth_reservation_of_one_address_is_refused_with_409(make_client: MakeClient, db: Database) -> None:
    client = make_client(reservations_per_email=3, rate_limits="off")
    ways = ("aenne.mueller@example.org", "Aenne.Mueller@Example.ORG", " AENNE.MUELLER@example.org ")
    for number, email in enumerate(ways):
        assert reserve(client, email=email, first_name=f"Änne {'ABC'[number]}")["spot_number"] == number + 1
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False, True, True]
    assert {row["email_normalized"] for row in stored(db, Reservation)} == {"aenne.mueller@example.org"}
    before = row_counts(db)
    response = client.post(ROUTE, json=reservation_body(first_name="Änne D"))
    assert response.status_code == 409
    assert response.json() == {
        "type": "urn:voltigo:problem:email_limit",
        "title": "Mit dieser E-Mail-Adresse gibt es bereits die größtmögliche Zahl an Reservierungen.",
        "status": 409,
        "code": "email_limit",
        "success": False,
    }
    assert row_counts(db) == before
    assert reserve(client, email="someone.else@example.org")["spot_number"] == 4


@pytest.mark.both_databases
def test_cancelled_reservations_do_not_count_towards_the_limit_of_an_address(
    make_client: MakeClient, db: Database
) -> None:
    client = make_client(reservations_per_email=1, rate_limits="off")
    reserve(client)
    assert client.post(ROUTE, json=reservation_body(first_name="Other")).status_code == 409
    db.write(lambda session: session.execute(update(Reservation).values(state="cancelled")) and None)
    reserve(client, first_name="Other")
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False, False]


# The functions client and foreign pages


def test_headers_of_the_functions_client_are_accepted(client: TestClient) -> None:
    headers = {
        "apikey": "anon",
        "authorization": "Bearer anon",
        "x-client-info": "supabase-js-web/2.50.0",
        "x-region": "eu-central-1",
        "content-type": "application/json",
    }
    response = client.post(ROUTE, content=json.dumps(reservation_body()), headers=headers)
    assert response.status_code == 200
    assert response.json()["success"] is True


PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "apikey,authorization,baggage,content-type,idempotency-key,sentry-trace,"
    "traceparent,tracestate,x-client-info,x-region",
}
HOME = "https://voltigo.example"


def test_preflight_of_a_configured_origin_is_answered(make_client: MakeClient) -> None:
    client = make_client(cors_origins=f"{HOME}, https://zweite.example")
    response = client.options(ROUTE, headers={**PREFLIGHT, "origin": HOME})
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == HOME
    assert "POST" in response.headers["access-control-allow-methods"]
    allowed = {name.strip().lower() for name in response.headers["access-control-allow-headers"].split(",")}
    assert {"apikey", "authorization", "content-type", "idempotency-key", "x-client-info"} <= allowed


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://voltigo.example", "https://voltigo.example.evil", "null"]
)
def test_preflight_of_another_origin_gets_no_permission(origin: str, make_client: MakeClient) -> None:
    client = make_client(cors_origins=HOME)
    response = client.options(ROUTE, headers={**PREFLIGHT, "origin": origin})
    assert response.status_code == 400
    assert "access-control-allow-origin" not in response.headers


def test_without_configured_origins_no_page_gets_permission(client: TestClient) -> None:
    response = client.options(ROUTE, headers={**PREFLIGHT, "origin": HOME})
    assert response.status_code == 405
    answer = client.post(ROUTE, json=reservation_body(), headers={"origin": HOME})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_a_configured_page_may_read_every_refusal(make_client: MakeClient) -> None:
    client = make_client(cors_origins=HOME, rate_limits="reserve=1/600", clock=HeldClock())
    origin = {"origin": HOME}
    answers = [
        client.post(ROUTE, json=reservation_body(), headers=origin),
        client.post(ROUTE, json=reservation_body(first_name="Other"), headers=origin),
        client.post(ROUTE, json=reservation_body(postcode="1234"), headers=origin),
        client.post(ROUTE, content="{", headers={**origin, "content-type": "application/json"}),
        client.post(ROUTE, content=" " * 70_000, headers={**origin, "content-type": "application/json"}),
        client.get("/functions/v1/unknown", headers=origin),
    ]
    assert [answer.status_code for answer in answers] == [200, 429, 422, 400, 413, 404]
    assert [answer.headers.get("access-control-allow-origin") for answer in answers] == [HOME] * len(answers)
    exposed = {name.strip() for name in answers[0].headers["access-control-expose-headers"].split(",")}
    assert exposed == {"Idempotency-Replayed", "Retry-After", "X-Request-Id"}


def test_a_configured_page_may_read_a_crash(make_client: MakeClient, db: Database) -> None:
    client = make_client(cors_origins=HOME, clock=BrokenClock("aenne.mueller@example.org"))
    response = client.post(ROUTE, json=reservation_body(), headers={"origin": HOME})
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert response.headers["access-control-allow-origin"] == HOME
    assert set(row_counts(db).values()) == {0}


@pytest.mark.both_databases
def test_the_moment_is_stored_in_utc_whatever_zone_the_clock_has(make_client: MakeClient, db: Database) -> None:
    from services.core.clock import BERLIN

    summer = datetime(2026, 7, 1, 0, 30, tzinfo=BERLIN)
    reserve(make_client(clock=HeldClock(summer)))
    row = only(stored(db, Reservation))
    assert row["created_at"] == datetime(2026, 6, 30, 22, 30, tzinfo=UTC)
    assert row["created_at"].utcoffset() == timedelta(0)
