"""Every bad input of the contact call with its status, code and German sentence."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.contact.models import ContactMessage
from services.core.db.db import Database
from services.core.http.web import LARGEST_BODY
from services.mail.models import Mail
from tests.factories import contact_body
from tests.fixtures.staff import state_of
from tests.services.stored import stored

ROUTE = "/api/contact"
JSON_TYPE = {"content-type": "application/json"}

MUST_BE_TEXT = "Diese Angabe muss Text sein."
MUST_BE_NUMBER = "Diese Angabe muss eine Zahl sein."
EMAIL_INVALID = "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."
PHONE_INVALID = "Bitte prüfen Sie die Telefonnummer, zum Beispiel 0841 123456."
UNSEEN = "Bitte entfernen Sie die unsichtbaren Zeichen."
UNKNOWN_TOPIC = "Bitte wählen Sie ein Anliegen aus der Liste."
UNKNOWN_METHOD = "Bitte wählen Sie eine Zahlungsart aus der Liste."
REFERENCE_INVALID = (
    "Diese Referenz stimmt nicht: Sie beginnt mit VG und steht in unserer E-Mail. "
    "Bitte prüfen Sie sie oder lassen Sie das Feld leer."
)
AT_LEAST_500 = "Bitte geben Sie mindestens 500\u00a0€ an."
AT_LEAST_1000 = "Bitte geben Sie mindestens 1.000\u00a0€ an."
AT_MOST_A_MILLION = "Bitte geben Sie höchstens 1.000.000\u00a0€ an."
MISSING = {
    "name": "Bitte geben Sie Ihren Namen an.",
    "email": "Bitte geben Sie Ihre E-Mail-Adresse an.",
    "topic": "Bitte wählen Sie, worum es geht.",
    "message": "Bitte schreiben Sie uns, worum es geht.",
}
SHARE = {"topic": "anteil", "project": "munich", "amount": 1000, "payment_method": "sepa"}

FAULTS: list[tuple[dict[str, Any], str, str, str]] = [
    *(({name: ""}, name, "missing", sentence) for name, sentence in MISSING.items()),
    ({"name": 17}, "name", "wrong_type", MUST_BE_TEXT),
    ({"name": "12345"}, "name", "no_letters", "Ein Name braucht mindestens einen Buchstaben."),
    ({"name": "Zwitsch" * 15}, "name", "too_long", "Bitte höchstens 100 Zeichen."),
    ({"name": "Kana\x00rina"}, "name", "control_characters", UNSEEN),
    ({"name": "Kana\nrina"}, "name", "control_characters", UNSEEN),
    ({"email": "kanarina"}, "email", "email_invalid", EMAIL_INVALID),
    ({"email": "kanarina@example.org\r\nBcc: x@example.org"}, "email", "control_characters", UNSEEN),
    ({"email": f"{'k' * 250}@example.org"}, "email", "too_long", "Bitte höchstens 254 Zeichen."),
    ({"phone": "kanarina"}, "phone", "phone_invalid", PHONE_INVALID),
    ({"phone": "987"}, "phone", "phone_invalid", PHONE_INVALID),
    ({"phone": "0841 123456" * 4}, "phone", "too_long", "Bitte höchstens 40 Zeichen."),
    ({"topic": "rueckruf", "phone": ""}, "phone", "missing", "Für einen Rückruf brauchen wir Ihre Telefonnummer."),
    ({"topic": "kanarina"}, "topic", "unknown_choice", UNKNOWN_TOPIC),
    ({"topic": "Frage"}, "topic", "unknown_choice", UNKNOWN_TOPIC),
    ({"reference": "VG-2222-2223"}, "reference", "reference_invalid", REFERENCE_INVALID),
    ({"reference": "kanarina"}, "reference", "reference_invalid", REFERENCE_INVALID),
    ({"message": "Kanarina"}, "message", "too_short", "Bitte schreiben Sie mindestens 10 Zeichen."),
    ({"message": "x" * 4001}, "message", "too_long", "Bitte höchstens 4.000 Zeichen."),
    ({**SHARE, "project": "atlantis"}, "project", "unknown_choice", "Diesen Solarpark gibt es nicht."),
    ({**SHARE, "amount": 999.99}, "amount", "below_minimum", AT_LEAST_1000),
    ({**SHARE, "amount": 0}, "amount", "below_minimum", AT_LEAST_1000),
    ({**SHARE, "amount": 499, "project": "ingolstadt"}, "amount", "below_minimum", AT_LEAST_500),
    ({**SHARE, "amount": 499, "project": None}, "amount", "below_minimum", AT_LEAST_500),
    ({**SHARE, "amount": -1}, "amount", "out_of_range", AT_MOST_A_MILLION),
    ({**SHARE, "amount": 1_000_000.01}, "amount", "out_of_range", AT_MOST_A_MILLION),
    ({**SHARE, "amount": "1000"}, "amount", "wrong_type", MUST_BE_NUMBER),
    ({**SHARE, "payment_method": "bitcoin"}, "payment_method", "unknown_choice", UNKNOWN_METHOD),
]


@pytest.fixture(scope="module")
def desk(module_client: Callable[[str], TestClient]) -> TestClient:
    """One app for the whole table: nothing in it may leave a trace, so its rows need no separation."""
    return module_client("sqlite")


@pytest.fixture(scope="module")
def database(desk: TestClient) -> Database:
    found: Database = state_of(desk).db
    return found


@pytest.fixture(autouse=True)
def _nothing_is_stored(database: Database) -> Iterator[None]:
    yield
    assert stored(database, ContactMessage) == []
    assert stored(database, Mail) == []


@pytest.mark.parametrize(("changes", "field", "code", "message"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_bad_field_is_refused_with_its_own_sentence(
    changes: dict[str, Any], field: str, code: str, message: str, desk: TestClient
) -> None:
    body = contact_body(name="Kanarina Zwitscherle", email="zwitscherle@example.org") | changes
    response = desk.post(ROUTE, json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert (problem["success"], problem["code"]) == (False, "validation")
    assert problem["errors"] == [{"field": field, "code": code, "message": message}]
    typed = [value for value in body.values() if isinstance(value, str) and len(value) > 4]
    assert [value for value in typed if value[:200] in response.text] == []


def test_all_faults_are_named_at_once(desk: TestClient) -> None:
    problem = desk.post(ROUTE, json={"phone": "x", "reference": "x", "topic": "anteil", "amount": "x"}).json()
    fields = [error["field"] for error in problem["errors"]]
    assert fields == ["name", "email", "phone", "reference", "message", "amount"]


@pytest.mark.parametrize("body", [[], "Text", 7, None, True])
def test_a_body_that_is_no_object_is_refused(body: Any, desk: TestClient) -> None:
    response = desk.post(ROUTE, content=json.dumps(body), headers=JSON_TYPE)
    assert (response.status_code, response.json()["errors"][0]["code"]) == (422, "wrong_type")


@pytest.mark.parametrize("content", [b"", b"{", b"name=Kanarina", b'{"name": "Kanarin\xff"}', b'{"amount": NaN}'])
def test_what_is_not_json_is_refused_with_400(content: bytes, desk: TestClient) -> None:
    response = desk.post(ROUTE, content=content, headers=JSON_TYPE)
    assert (response.status_code, response.json()["code"]) == (400, "not_json")
    assert response.json()["title"] == "Die Anfrage ist kein gültiges JSON."


def test_a_form_that_a_foreign_page_could_send_is_refused_with_400(desk: TestClient) -> None:
    """Only JSON makes a browser ask us first whether that page may call."""
    response = desk.post(ROUTE, content=json.dumps(contact_body()), headers={"content-type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (400, "not_json")


def test_a_huge_body_is_refused_with_413(desk: TestClient) -> None:
    response = desk.post(ROUTE, content=b" " * (LARGEST_BODY + 1), headers=JSON_TYPE)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel"])
def test_an_unusable_key_is_refused(key: str, desk: TestClient) -> None:
    response = desk.post(ROUTE, json=contact_body(), headers={"Idempotency-Key": key.encode()})
    assert (response.status_code, response.json()["errors"][0]["field"]) == (422, "Idempotency-Key")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_messages_are_only_sent(method: str, desk: TestClient) -> None:
    assert desk.request(method, ROUTE).status_code == 405
