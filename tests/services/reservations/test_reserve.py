"""The accepted reservation, row by row, and the refusals that depend on what is already stored."""

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.core.german import long_moment
from services.core.references import parse_reference
from services.mail.models import Mail
from services.offer import PACKAGES
from services.privacy.consent_texts import TERMS_TEXTS
from services.privacy.models import Consent
from services.reservations.evidence.models import Evidence
from services.reservations.models import ASKED, Reservation
from services.reservations.placement import Placement, place
from services.reservations.validation import validate_reservation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from services.visits.steps import Consent as TouchConsent
from services.visits.touches import MOST_TOUCHES, TOUCH_FIELDS
from tests.factories import reservation_body, stored_details
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import BrokenClock, HeldClock
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import execute, row_counts, set_spots, stored

ROUTE = "/functions/v1/reserve-spot"
NOW = HeldClock().now


def reserve(client: TestClient, **changes: Any) -> dict[str, Any]:
    """The answer of an accepted call."""
    response = client.post(ROUTE, json=reservation_body(**changes))
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    (row,) = rows
    return row


def placed(**changes: Any) -> Placement:
    """What becomes of a call, without a database."""
    request = validate_reservation(reservation_body(**changes), instalments_offered=True, allow_test_domains=True)
    return place(request, 1, is_duplicate=False, now=NOW)


# What is stored


@pytest.mark.both_databases
def test_an_accepted_call_answers_spot_reference_and_park_and_every_column_is_stored(
    make_client: MakeClient, db: Database
) -> None:
    clock = HeldClock()
    response = make_client(clock=clock).post(ROUTE, json=reservation_body(touch_consent="yes"))
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    assert response.headers["cache-control"] == "no-store"
    assert "Idempotency-Replayed" not in response.headers
    answer = response.json()
    assert set(answer) == {"success", "spot_number", "reference", "park"}
    assert (answer["success"], answer["spot_number"], answer["park"]) == (True, 1, "ingolstadt")
    assert re.fullmatch(r"VG-[2-9A-Z]{4}-[2-9A-Z]{4}", answer["reference"])
    assert parse_reference(answer["reference"]) == answer["reference"]
    row = only(stored(db, Reservation))
    id_ = row.pop("id")
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
        "channel": None,
        "received_on": None,
        "confirm_by": clock.now + timedelta(days=14),
        **dict.fromkeys(("invited_at", "decide_by", "decided_at")),
        "mobile_phone": "0170 1234567",
        "mobile_phone_e164": "+491701234567",
        **stored_details(monthly_abschlag_cents=8550),
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
        "touch_consent": TouchConsent.YES,
    }
    check_audit_entry(db, id_, clock)
    check_mail(db, row | {"id": id_}, answer, clock)


def check_audit_entry(db: Database, id_: int, clock: HeldClock) -> None:
    """One, without personal data."""
    entry = only(stored(db, AuditEntry))
    assert (entry["at"], entry["actor"], entry["action"]) == (clock.now, "household", "reservation.reserved")
    assert entry["subject"] == f"reservation:{id_}"
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


def check_mail(db: Database, row: dict[str, Any], answer: dict[str, Any], clock: HeldClock) -> None:
    """It waits in the outbox with the figures of the reservation."""
    mail = only(stored(db, Mail))
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
        "last_instalment_cents", "nominal_interest_bp", "effective_interest_bp", "minimum_total_cents",
        "setup_fee_cents",
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
        "details": [[one.label, one.values.words(row[one.column])] for one in ASKED],
        "is_confirmed": False,
        "confirmed_day": "",
        "taken": [[1, 1]],
        "link_seed": mail["values"]["link_seed"],
        "confirm_by": long_moment(row["confirm_by"]),
    }


@pytest.mark.both_databases
def test_the_moment_is_stored_in_utc_whatever_zone_the_clock_has(make_client: MakeClient, db: Database) -> None:
    reserve(make_client(clock=HeldClock(datetime(2026, 7, 1, 0, 30, tzinfo=BERLIN))))
    row = only(stored(db, Reservation))
    assert row["created_at"] == datetime(2026, 6, 30, 22, 30, tzinfo=UTC)
    assert row["created_at"].utcoffset() == timedelta(0)


def test_whether_touches_may_be_remembered_is_unknown_where_nobody_says() -> None:
    """A client that knows nothing of it says nothing, and nothing is guessed from its touches."""
    touches = [{"utm_source": "google", "at": "2026-01-02T10:00:00Z"}]
    assert placed(touches=touches).request.touch_consent is None
    assert placed(touches=touches, touch_consent="").request.touch_consent is None
    for answer in TouchConsent:
        assert placed(touch_consent=answer.name.lower()).request.touch_consent is answer


_CHEAPEST = {"annual_kwh": 1000, "payment_plan": "one-off", "payment_interest_rate": 0, "solar_share_amount": 699}
MISMATCHES: list[tuple[dict[str, Any], bool]] = [
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
]  # fmt: skip
FIGURES = (
    *("solar_share_amount", "payment_interest_rate", "expected_monthly_credit", "expected_annual_credit"),
    *("expected_total_credits", "yearly_platform_fee", "deposit_amount", "setup_fee", "deposit_status"),
)


def test_price_mismatch_is_set_when_a_client_figure_differs_by_a_cent() -> None:
    for changes, is_mismatch in MISMATCHES:
        found, body = placed(**changes), reservation_body(**changes)
        assert found.price_mismatch is is_mismatch, changes
        assert found.request.client_figures == {name: body[name] for name in FIGURES if name in body}


def test_what_the_client_computed_never_becomes_ours(db: Database) -> None:
    reserve_many(db, NOW, [reservation_body(solar_share_amount=1377, deposit_status="refunded")])
    row = only(stored(db, Reservation))
    assert (row["share_amount_cents"], row["price_mismatch"], row["deposit_state"]) == (129_900, True, "reserved")
    kept = row["client_figures"]
    assert (kept["solar_share_amount"], kept["deposit_status"]) == (1377, "refunded")


# Touches


def touch(at: datetime, **values: str) -> dict[str, Any]:
    return {**values, "at": at.isoformat()}


@pytest.mark.both_databases
def test_touches_are_frozen_in_the_order_in_which_they_came(db: Database) -> None:
    first, second, third = (NOW - timedelta(minutes=minutes) for minutes in (30, 20, 10))
    full = {
        "utm_source": "fb", "utm_medium": "paid", "utm_campaign": "herbst", "utm_term": "solar",
        "utm_content": "blau", "landing_path": "/rechner", "referrer_host": "facebook.com", "clicked_ad": "meta",
    }  # fmt: skip
    touches = [
        touch(first, referral_code="NACHBAR7", landing_path="/"),
        touch(second, **full),
        touch(third, landing_path="/reservierung", clicked_ad="somebody's-id-123"),
    ]
    [id_] = reserve_many(db, NOW, [reservation_body(touches=touches)])
    rows = stored(db, ReservationTouch)
    empty = {**dict.fromkeys(TOUCH_FIELDS, ""), "clicked_ad": "none", "device": "unknown"}
    assert [{k: v for k, v in row.items() if k not in ("id", "reservation_id", "written_in")} for row in rows] == [
        {**empty, "position": 1, "at": first, "referral_code": "NACHBAR7", "landing_path": "/"},
        {**empty, **full, "position": 2, "at": second},
        {**empty, "position": 3, "at": third, "landing_path": "/reservierung"},
    ]
    row = only(stored(db, Reservation))
    assert {entry["reservation_id"] for entry in rows} == {row["id"]} == {id_}
    # The last touch was direct: the flat fields are those of the one before it, not what the call says beside.
    assert (row["utm_source"], row["utm_campaign"], row["referral_code"]) == ("fb", "herbst", "")


def test_a_client_without_touches_gives_one_of_its_flat_fields_and_a_direct_visit_none(db: Database) -> None:
    flat = ({"utm_source": "google", "utm_campaign": "winter", "referral_code": "ABC"},
            {"utm_source": "", "utm_campaign": None, "referral_code": ""})  # fmt: skip
    bodies = [body | said for body, said in zip(households(2), flat, strict=True)]
    legacy, _ = reserve_many(db, NOW, bodies)
    row = only(stored(db, ReservationTouch))
    assert (row["reservation_id"], row["position"], row["at"]) == (legacy, 1, NOW)
    names = ("utm_source", "utm_campaign", "referral_code")
    assert [row[name] for name in names] == ["google", "winter", "ABC"]
    assert [[one[name] for name in names] for one in stored(db, Reservation)] == [["google", "winter", "ABC"], [""] * 3]


def test_no_wrong_clock_and_no_odd_value_of_a_touch_costs_a_household_its_place_or_turns_the_order() -> None:
    def kept(*touches: dict[str, Any]) -> list[tuple[str, datetime]]:
        return [(one.fields["utm_source"], one.at) for one in placed(touches=list(touches)).touches]

    old, new, ahead = NOW - timedelta(days=91), NOW - timedelta(days=1), NOW + timedelta(days=3)
    assert kept(touch(old, utm_source="a"), touch(new, utm_source="b")) == [("a", NOW - timedelta(days=90)), ("b", new)]
    assert kept(touch(ahead, utm_source="a"), touch(new, utm_source="b")) == [("a", NOW), ("b", new)]
    for at in ("", "gestern", "2026-11-03T10:00:00", "2999-01-01T00:00:00+00:00", 5, None):
        assert kept({"utm_source": "fb", "at": at}) == [("fb", NOW)], at
    many = [touch(NOW - timedelta(minutes=60 - number), utm_source=f"s{number}") for number in range(30)]
    assert [source for source, _ in kept(*many)] == [f"s{number}" for number in range(10, 30)]
    assert MOST_TOUCHES == 20
    odd = {"utm_source": 7, "utm_medium": ["x"], "utm_campaign": "Fru\u0308h\x00ling", "utm_term": "t" * 999, "x": 1}
    [found] = placed(touches=[odd]).touches
    assert [found.fields[name] for name in ("utm_source", "utm_medium", "utm_campaign")] == ["", "", "Fr\u00fchling"]
    assert found.fields["utm_term"] == "t" * 200


# Consent and mail


CONSENTS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "client_form", "client-form"),
    ({"consent_version": "2026-11"}, "client_form", "client-form"),
    ({"consent": True}, "explicit", "client-form"),
    ({"consent": True, "consent_version": "2026-11"}, "explicit", "2026-11"),
]


def test_consent_is_kept_with_version_and_fingerprint_of_its_text(db: Database) -> None:
    bodies = [body | sent for body, (sent, _, _) in zip(households(4), CONSENTS, strict=True)]
    ids = reserve_many(db, NOW, bodies)
    found = {row.pop("reservation_id"): row for row in stored(db, Consent)}
    for id_, (_, source, version) in zip(ids, CONSENTS, strict=True):
        assert found[id_].pop("id") > 0
        assert found[id_] == {
            "purpose": "terms",
            "text_version": version,
            "text_sha256": hashlib.sha256(TERMS_TEXTS[version].encode()).hexdigest(),
            "source": source,
            "given_at": NOW,
            "asked_at": None,
            "taken_by": None,
            "received_on": None,
        }


def test_the_mail_to_an_umlaut_domain_goes_to_its_ascii_form(db: Database) -> None:
    """Servers without SMTPUTF8 refuse the other form; the household keeps reading its own."""
    reserve_many(db, NOW, [reservation_body(email="Aenne.Mueller@müller.de")])
    assert only(stored(db, Reservation))["email"] == "Aenne.Mueller@müller.de"
    assert only(stored(db, Mail))["recipient"] == "Aenne.Mueller@xn--mller-kva.de"


# Spots


@pytest.mark.both_databases
def test_the_lowest_free_number_is_given_until_the_park_is_full(client: TestClient, db: Database) -> None:
    set_spots(db, "held", [6])
    set_spots(db, "blocked", [7, 8, *range(12, 501)])

    def given(name: str, count: int) -> list[int]:
        return [reserve(client, email=f"{name}{number}@example.org")["spot_number"] for number in range(count)]

    assert given("h", 6) == [1, 2, 3, 4, 5, 9]
    freed = Reservation.spot_number.in_([2, 4])
    db.write(lambda session: session.execute(update(Reservation).where(freed).values(state="cancelled")) and None)
    set_spots(db, "free", [2, 4])
    assert given("again", 4) == [2, 4, 10, 11]
    before = row_counts(db)
    response = client.post(ROUTE, json=reservation_body(email="late@example.org"))
    assert (response.status_code, response.headers["content-type"]) == (409, "application/problem+json")
    assert response.json() == {
        "type": "urn:voltigo:problem:park_full",
        "title": "Alle Plätze in diesem Park sind vergeben.",
        "status": 409,
        "code": "park_full",
        "success": False,
        "waitlist": {"open": True, "length": 0},
    }
    assert client.post(ROUTE, json=reservation_body(park="munich")).json()["code"] == "park_full", "it has no spots"
    response = client.post(ROUTE, json=reservation_body(park="atlantis"))
    message = "Diesen Solarpark gibt es nicht."
    assert response.status_code == 422
    assert response.json()["errors"] == [{"field": "park", "code": "unknown_choice", "message": message}]
    assert row_counts(db) == before


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
def test_a_fourth_active_reservation_of_one_address_is_refused_with_409(make_client: MakeClient, db: Database) -> None:
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
    db.write(lambda session: session.execute(update(Reservation).values(state="cancelled")) and None)
    reserve(client, first_name="Änne D")
    assert stored(db, Reservation)[-1]["duplicate_suspected"] is False, "what is cancelled does not count"


# The functions client and foreign pages

HOME = "https://voltigo.example"
PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "apikey,authorization,baggage,content-type,idempotency-key,sentry-trace,"
    "traceparent,tracestate,x-client-info,x-region",
}


def test_the_functions_client_and_pages_of_configured_origins_may_call(make_client: MakeClient) -> None:
    client = make_client(cors_origins=f"{HOME}, https://zweite.example", rate_limits="off")
    response = client.options(ROUTE, headers={**PREFLIGHT, "origin": HOME})
    assert (response.status_code, response.headers["access-control-allow-origin"]) == (200, HOME)
    assert "POST" in response.headers["access-control-allow-methods"]
    allowed = {name.strip().lower() for name in response.headers["access-control-allow-headers"].split(",")}
    assert {"apikey", "authorization", "content-type", "idempotency-key", "x-client-info"} <= allowed
    for origin in ("https://evil.example", "http://voltigo.example", "https://voltigo.example.evil", "null"):
        response = client.options(ROUTE, headers={**PREFLIGHT, "origin": origin})
        assert response.status_code == 400
        assert "access-control-allow-origin" not in response.headers
    headers = {
        "apikey": "anon",
        "authorization": "Bearer anon",
        "x-client-info": "supabase-js-web/2.50.0",
        "x-region": "eu-central-1",
        "content-type": "application/json",
    }
    response = client.post(ROUTE, content=json.dumps(reservation_body()), headers=headers)
    assert (response.status_code, response.json()["success"]) == (200, True)


def test_without_configured_origins_no_page_gets_permission(client: TestClient) -> None:
    assert client.options(ROUTE, headers={**PREFLIGHT, "origin": HOME}).status_code == 405
    answer = client.post(ROUTE, json=reservation_body(), headers={"origin": HOME})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_a_configured_page_may_read_every_refusal_and_a_crash(make_client: MakeClient, db: Database) -> None:
    origin = {"origin": HOME}
    crashing = make_client(cors_origins=HOME, clock=BrokenClock("aenne.mueller@example.org"))
    crash = crashing.post(ROUTE, json=reservation_body(), headers=origin)
    assert crash.json()["code"] == "internal"
    assert set(row_counts(db).values()) == {0}
    client = make_client(cors_origins=HOME, rate_limits="reserve=1/600", clock=HeldClock())
    answers = [
        crash,
        client.post(ROUTE, json=reservation_body(), headers=origin),
        client.post(ROUTE, json=reservation_body(first_name="Other"), headers=origin),
        client.post(ROUTE, json=reservation_body(postcode="1234"), headers=origin),
        client.post(ROUTE, content="{", headers={**origin, "content-type": "application/json"}),
        client.post(ROUTE, content=" " * 70_000, headers={**origin, "content-type": "application/json"}),
        client.get("/functions/v1/unknown", headers=origin),
    ]
    assert [answer.status_code for answer in answers] == [500, 200, 429, 422, 400, 413, 404]
    assert [answer.headers.get("access-control-allow-origin") for answer in answers] == [HOME] * len(answers)
    exposed = {name.strip() for name in answers[1].headers["access-control-expose-headers"].split(",")}
    assert exposed == {"Idempotency-Replayed", "Retry-After", "X-Request-Id"}
