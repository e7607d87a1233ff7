"""The two calls whose bodies are read by hand, because they are the busiest: what the API document says of them and
what is accepted are the same bodies, but for the rules stated here, which no schema can say.
"""

from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.core.http.errors import ValidationProblem
from services.offer import PACKAGES, PLANS
from services.privacy.consent_texts import TERMS_TEXTS
from services.reservations.models import ASKED
from services.reservations.validation import FIGURE_FIELDS, validate_reservation
from services.visits.steps import Consent
from services.visits.touches import FLAT_FIELDS, TOUCH_FIELDS
from services.visits.validation import STEPS, read_report
from tests.factories import reservation_body
from tests.fixtures.documents import DOCUMENTS
from tests.fixtures.proved import proved

Body = dict[str, Any]

STATED = {
    "first_name": {"no_letters", "not_a_name", "control_characters", "missing"},
    "last_name": {"no_letters", "not_a_name", "control_characters", "missing"},
    "email": {"email_invalid", "control_characters", "missing"},
    "mobile_phone": {"phone_invalid", "control_characters", "missing"},
    "postcode": {"postcode_unknown"},
    "expected_annual_credit": {"rate_not_offered"},
    "park": {"control_characters", "missing"},
    "deposit_status": {"control_characters", "missing"},
}
"""Refused though the document allows it: names without letters or with digits, addresses and numbers that nobody has,
postcodes of no region, credits between the steps, and what nobody sees in a text.
"""
LENIENT = {"touches"}
"""Accepted though the document forbids it: what a touch holds that is no text. No link may cost anybody a place."""
EMPTY_IS_ABSENT = {"park", "touches", "touch_consent", "consent_version", *FLAT_FIELDS}
"""An empty text counts as absent, as forms send it."""

ODD = st.sampled_from([None, "", " ", 0, -1, 1.5, True, False, [], {}, "x", "x" * 300, 10**13, "\x00", "ä"])
FIGURES = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(-(10**14), 10**14), ODD)
TOUCHES = st.lists(st.dictionaries(st.sampled_from([*TOUCH_FIELDS, "at"]), st.one_of(st.text(max_size=5), ODD)))


def one_of(*known: object) -> st.SearchStrategy[object]:
    """Mostly what is known, so that bodies with a single fault are frequent."""
    return st.one_of(st.sampled_from(known), st.sampled_from(known), ODD)


RESERVATION = {
    "first_name": one_of("Anna", "Jörg-Peter", "4711", "a@b.de"),
    "last_name": one_of("Müller", "N" * 100, "N" * 101),
    "email": one_of("anna@example.org", "anna", "a@b", "ä@example.org"),
    "mobile_phone": one_of("0170 1234567", "+49 170 1234567", "110", "abcdef"),
    "postcode": one_of("85049", "00000", "8504", "850490", 85049),
    **{one.name: one_of(*one.values.options, "Niemand", "6", 4) for one in ASKED if one.values.options},
    "monthly_abschlag": st.one_of(st.floats(-1, 10_001), ODD),
    "annual_kwh": one_of(*PACKAGES, 1500, 2000.0, "1000"),
    "payment_plan": one_of(*PLANS, "36m"),
    "expected_annual_credit": one_of(50, 60, 110, 240, 49.99, 240.01, 55.5),
    **{name: FIGURES for name in FIGURE_FIELDS if name != "expected_annual_credit"},
    "deposit_status": one_of("pending", "x" * 40, "x" * 41),
    **{name: one_of("google", "x" * 300) for name in FLAT_FIELDS},
    "park": one_of("ingolstadt", "x" * 41),
    "consent": one_of(True, True, True),
    "consent_version": one_of(*TERMS_TEXTS, "1999"),
    "touch_consent": one_of(*(consent.name.lower() for consent in Consent), "maybe"),
    "touches": st.one_of(TOUCHES, ODD),
}
REPORT = {
    "step": one_of(*STEPS, "reserved"),
    "path": one_of("/", "/faqs", "x" * 5000),
    "is_arrival": one_of(True, False),
    "consent": one_of(*(consent.name.lower() for consent in Consent), "maybe"),
    "touch": st.one_of(st.dictionaries(st.sampled_from(TOUCH_FIELDS), st.one_of(st.text(max_size=5), ODD)), ODD),
}


def document_of(name: str) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema of the public document."""
    components = DOCUMENTS["public"]()["components"]
    schema = {"$ref": f"#/components/schemas/{name}", "components": components}
    return jsonschema_rs.Draft202012Validator(schema)


def refusals(check: Callable[[object], object], body: object) -> dict[str, set[str]]:
    """Codes by member that the check gives; none where it accepts."""
    try:
        check(body)
    except ValidationProblem as problem:
        return {
            name: {error["code"] for error in problem.errors if error["field"] == name}
            for name in {error["field"] for error in problem.errors}
        }
    return {}


def check_reservation(body: object) -> object:
    return validate_reservation(body, instalments_offered=True, allow_test_domains=True)


def check_report(body: object) -> object:
    return read_report(body, {"/", "/faqs"})


@pytest.fixture(scope="module")
def reservation() -> jsonschema_rs.Draft202012Validator:
    return document_of("ReservationIn")


@pytest.fixture(scope="module")
def report() -> jsonschema_rs.Draft202012Validator:
    return document_of("VisitIn")


def test_the_usual_bodies_are_accepted_by_both(
    reservation: jsonschema_rs.Draft202012Validator, report: jsonschema_rs.Draft202012Validator
) -> None:
    assert reservation.is_valid(reservation_body()) and refusals(check_reservation, reservation_body()) == {}
    visit = {"step": "page_view", "path": "/", "is_arrival": True, "touch": {"utm_source": "radio"}}
    assert report.is_valid(visit) and refusals(check_report, visit) == {}


def some_of(members: dict[str, st.SearchStrategy[object]], most: int) -> st.SearchStrategy[Body]:
    """Values of a few members."""
    names = st.lists(st.sampled_from(list(members)), max_size=most, unique=True)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: members[name] for name in chosen}))


@settings(max_examples=proved(500, 5_000))
@given(changes=some_of(RESERVATION, 3), left_out=st.sets(st.sampled_from(list(RESERVATION)), max_size=2))
def test_document_and_check_of_a_reservation_accept_the_same_bodies(
    reservation: jsonschema_rs.Draft202012Validator, changes: Body, left_out: set[str]
) -> None:
    whole = reservation_body() | changes
    compare(reservation, check_reservation, whole)
    compare(reservation, check_reservation, {name: value for name, value in whole.items() if name not in left_out})


@settings(max_examples=proved(500, 5_000))
@given(body=some_of(REPORT, len(REPORT)))
def test_document_and_check_of_a_visit_accept_the_same_bodies(
    report: jsonschema_rs.Draft202012Validator, body: Body
) -> None:
    compare(report, check_report, body)


@pytest.mark.parametrize("name", ["ReservationIn", "VisitIn"])
@pytest.mark.parametrize("body", [None, [], "x", 7, True])
def test_what_is_no_object_is_accepted_by_neither(name: str, body: object) -> None:
    check = check_reservation if name == "ReservationIn" else check_report
    assert not document_of(name).is_valid(body)
    assert refusals(check, body)


def compare(document: jsonschema_rs.Draft202012Validator, check: Callable[[object], object], body: Body) -> None:
    """Both accept it, or both refuse it at the same members, but for what is stated."""
    body = {name: value for name, value in body.items() if value != "" or name not in EMPTY_IS_ABSENT}
    if body.get("consent") is None:
        body.pop("consent_version", None)  # the version of a consent that was not given is ignored
    forbidden = {str(error.instance_path[0]) if error.instance_path else "" for error in document.iter_errors(body)}
    refused = refusals(check, body)
    unstated = {name: codes - STATED.get(name, set()) for name, codes in refused.items()}
    if not forbidden:
        assert not any(unstated.values()), (unstated, body)
    if forbidden - LENIENT:
        assert refused, (forbidden, body)
