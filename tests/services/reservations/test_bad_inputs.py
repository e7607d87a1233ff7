"""Every bad or tricky input of the reservation call with its status, code and German sentence."""

import http.client
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.app import create_app
from services.core.db.db import Database
from services.core.http.web import LARGEST_BODY
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.services.stored import row_counts, stored

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"

NOT_JSON = "Die Anfrage ist kein gültiges JSON."
TOO_LARGE = "Die Anfrage ist zu groß."
CHECK_FIELDS = "Bitte prüfen Sie Ihre Angaben."
MUST_BE_TEXT = "Diese Angabe muss Text sein."
MUST_BE_NUMBER = "Diese Angabe muss eine Zahl sein."
NUMBER_TOO_LARGE = "Diese Zahl ist zu groß."
IS_MISSING = "Diese Angabe fehlt."
AT_MOST_100 = "Bitte höchstens 100 Zeichen."
AT_MOST_40 = "Bitte höchstens 40 Zeichen."
NEEDS_A_LETTER = "Ein Name braucht mindestens einen Buchstaben."
NO_NAME = "Bitte geben Sie hier nur den Namen an, ohne Ziffern, Internetadressen und Zeichen wie / [ ] |."
LIKE_AN_ADDRESS = "Das sieht wie eine Internetadresse aus. Bitte setzen Sie in Namen nach einem Punkt ein Leerzeichen."
UNSEEN_CHARACTERS = "Bitte entfernen Sie die unsichtbaren Zeichen."
EMAIL_INVALID = "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."
PHONE_INVALID = "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."
POSTCODE_INVALID = "Bitte geben Sie eine deutsche Postleitzahl mit fünf Ziffern an."
RATE_NOT_OFFERED = "Die Gutschrift muss zwischen 5 und 8 Cent liegen, in Schritten von 0,5."
UNKNOWN_PACKAGE = "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh."
UNKNOWN_PLAN = "Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten."
UNKNOWN_PROVIDER = "Bitte wählen Sie einen Versorger aus der Liste, sonst „Andere“."
UNKNOWN_SIZE = "Bitte wählen Sie 1, 2, 3, 4 oder 5+ Personen."
UNKNOWN_PARK = "Diesen Solarpark gibt es nicht."
PAYMENT_OUT_OF_RANGE = "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an."
CONSENT_NEEDED = "Bitte stimmen Sie den Nutzungsbedingungen zu."
UNKNOWN_TERMS = "Diese Fassung der Nutzungsbedingungen gibt es nicht."
LIST_OF_OBJECTS = "Erwartet wird eine Liste von Objekten."

MISSING_SENTENCES = {
    "first_name": "Bitte geben Sie Ihren Vornamen an.",
    "last_name": "Bitte geben Sie Ihren Nachnamen an.",
    "email": "Bitte geben Sie Ihre E-Mail-Adresse an.",
    "mobile_phone": "Bitte geben Sie Ihre Mobilnummer an.",
    "postcode": "Bitte geben Sie Ihre Postleitzahl an.",
    "energy_provider": "Bitte wählen Sie Ihren Energieversorger.",
    "household_size": "Bitte wählen Sie die Haushaltsgröße.",
    "monthly_abschlag": "Bitte geben Sie Ihren monatlichen Abschlag an.",
    "annual_kwh": "Bitte wählen Sie ein Solarpaket.",
    "payment_plan": "Bitte wählen Sie, wie Sie zahlen möchten.",
    "expected_annual_credit": "Bitte wählen Sie die erwartete Gutschrift.",
}
TEXT_FIELDS = ("first_name", "last_name", "email", "mobile_phone", "postcode", "energy_provider", "household_size")
REQUIRED_NUMBERS = ("monthly_abschlag", "annual_kwh", "expected_annual_credit")
FIGURES = (
    "solar_share_amount",
    "payment_interest_rate",
    "expected_monthly_credit",
    "expected_total_credits",
    "yearly_platform_fee",
    "deposit_amount",
    "setup_fee",
)


def typed(**changes: Any) -> dict[str, Any]:
    """A valid call whose personal values stand in no German sentence, so that an echo is recognised as one."""
    person = {
        "first_name": "Kanarina",
        "last_name": "Zwitscherle",
        "email": "kanarina.zwitscherle@example.org",
        "mobile_phone": "0151 98765432",
        "postcode": "85057",
    }
    return reservation_body(**person) | changes


@dataclass(frozen=True)
class Bad:
    """One bad input: changed members of a valid call, and the one fault it must be given."""

    name: str
    changes: dict[str, Any]
    field: str
    code: str
    message: str
    left_out: tuple[str, ...] = field(default=())

    def body(self) -> dict[str, Any]:
        return {name: value for name, value in typed(**self.changes).items() if name not in self.left_out}


def _one(name: str, member: str, value: Any, code: str, message: str) -> Bad:
    return Bad(name, {member: value}, member, code, message)


FAULTS = [
    *(Bad(f"{name} absent", {}, name, "missing", sentence, (name,)) for name, sentence in MISSING_SENTENCES.items()),
    *(_one(f"{name} null", name, None, "missing", sentence) for name, sentence in MISSING_SENTENCES.items()),
    *(_one(f"{name} empty", name, "", "missing", sentence) for name, sentence in MISSING_SENTENCES.items()),
    *(_one(f"{name} of blanks", name, " \t\n ", "missing", IS_MISSING) for name in TEXT_FIELDS),
    *(_one(f"{name} a number", name, 12345, "wrong_type", MUST_BE_TEXT) for name in TEXT_FIELDS),
    *(_one(f"{name} a list", name, ["Kanarina"], "wrong_type", MUST_BE_TEXT) for name in TEXT_FIELDS),
    *(_one(f"{name} an object", name, {"is": "Kanarina"}, "wrong_type", MUST_BE_TEXT) for name in TEXT_FIELDS),
    *(_one(f"{name} true", name, True, "wrong_type", MUST_BE_TEXT) for name in TEXT_FIELDS),
    *(_one(f"{name} true", name, True, "wrong_type", MUST_BE_NUMBER) for name in (*REQUIRED_NUMBERS, *FIGURES)),
    *(_one(f"{name} text", name, "85,50", "wrong_type", MUST_BE_NUMBER) for name in (*REQUIRED_NUMBERS, *FIGURES)),
    *(_one(f"{name} a list", name, [1], "wrong_type", MUST_BE_NUMBER) for name in (*REQUIRED_NUMBERS, *FIGURES)),
    *(_one(f"{name} an object", name, {"value": 1}, "wrong_type", MUST_BE_NUMBER) for name in REQUIRED_NUMBERS),
    *(_one(f"{name} 1e13", name, 1e13, "out_of_range", NUMBER_TOO_LARGE) for name in (*REQUIRED_NUMBERS, *FIGURES)),
    *(_one(f"{name} of 400 digits", name, 10**400, "out_of_range", NUMBER_TOO_LARGE) for name in REQUIRED_NUMBERS),
    # Names
    _one("name of digits", "first_name", "12345", "no_letters", NEEDS_A_LETTER),
    _one("name of emoji", "first_name", "🌞🌻🦄", "no_letters", NEEDS_A_LETTER),
    _one("name of 10,000 characters", "last_name", "Zwitscher" * 1111 + "l", "too_long", AT_MOST_100),
    _one("name of 101 characters", "last_name", "Zwitsch" * 14 + "erl", "too_long", AT_MOST_100),
    _one("name with NUL", "first_name", "Kana\x00rina", "control_characters", UNSEEN_CHARACTERS),
    _one("name with line break", "first_name", "Kana\nrina", "control_characters", UNSEEN_CHARACTERS),
    _one("name with escape", "last_name", "Zwitscher\x1b[31mle", "control_characters", UNSEEN_CHARACTERS),
    _one("name with DEL", "last_name", "Zwitscher\x7fle", "control_characters", UNSEEN_CHARACTERS),
    _one("name with C1 control", "last_name", "Zwitscher\x85le", "control_characters", UNSEEN_CHARACTERS),
    _one("name with line separator", "first_name", "Kana\u2028rina", "control_characters", UNSEEN_CHARACTERS),
    _one("name with private use", "first_name", "Kana\ue000rina", "control_characters", UNSEEN_CHARACTERS),
    _one("name with noncharacter", "first_name", "Kana\ufdd0rina", "control_characters", UNSEEN_CHARACTERS),
    *(_one(f"name {name}", "last_name", name, "not_a_name", NO_NAME) for name in (
        "http://boese.example", "WWW.Zwitscher", "a@zwitscherle", "Zwitscher/Le", "Zwitscherle der 3.",
        "Zwitscherle ５", "Zwitscherle[")),
    *(_one(f"name {name}", "last_name", name, "not_a_name", LIKE_AN_ADDRESS) for name in (
        "boese.example", "kana.рф", "Ⅷ․com", "boese．example")),
    # Addresses
    _one("e-mail without at", "email", "kanarina.example.org", "email_invalid", EMAIL_INVALID),
    _one("e-mail without domain", "email", "kanarina@", "email_invalid", EMAIL_INVALID),
    _one("e-mail with two ats", "email", "kanarina@@example.org", "email_invalid", EMAIL_INVALID),
    _one("e-mail with blank", "email", "kana rina@example.org", "email_invalid", EMAIL_INVALID),
    _one("e-mail with name", "email", "Kanarina <kanarina@example.org>", "email_invalid", EMAIL_INVALID),
    _one("e-mail with second header", "email", "k@example.org\r\nBcc: x@example.org", "control_characters",
         UNSEEN_CHARACTERS),
    _one("two e-mails", "email", "kanarina@example.org,zwitscherle@example.org", "email_invalid", EMAIL_INVALID),
    *(_one(f"e-mail with {name}", "email", f"{local}@example.org", "email_invalid", EMAIL_INVALID)
      for name, local in (("encoded word", "=?utf-8?q?a=40evil.example?="), ("percent", "a%evil.example"),
                          ("bang", "evil!kanarina"), ("pipe", "|kanarina"))),
    _one("e-mail with bare host", "email", "kanarina@localhost", "email_invalid", EMAIL_INVALID),
    _one("e-mail with umlaut before the at", "email", "känarina@example.org", "email_invalid", EMAIL_INVALID),
    _one("e-mail too long", "email", f"{'k' * 250}@example.org", "too_long", "Bitte höchstens 254 Zeichen."),
    _one("phone of letters", "mobile_phone", "kanarina", "phone_invalid", PHONE_INVALID),
    _one("phone of three digits", "mobile_phone", "987", "phone_invalid", PHONE_INVALID),
    _one("phone with extension", "mobile_phone", "0151 98765432 ext. 98", "phone_invalid", PHONE_INVALID),
    _one("phone of unknown country", "mobile_phone", "+999 98765432", "phone_invalid", PHONE_INVALID),
    _one("mobile phone with nine digits", "mobile_phone", "0176 12345", "phone_invalid", PHONE_INVALID),
    _one("phone too long", "mobile_phone", "0151 98765432" * 4, "too_long", AT_MOST_40),
    _one("postcode of four digits", "postcode", "1234", "postcode_invalid", POSTCODE_INVALID),
    _one("postcode of six digits", "postcode", "850570", "postcode_invalid", POSTCODE_INVALID),
    *(_one(f"postcode {code}", "postcode", code, "postcode_unknown", "Diese Postleitzahl gibt es nicht.")
      for code in ("00000", "05123", "43210", "62000")),
    _one("postcode of letters", "postcode", "ABCDE", "postcode_invalid", POSTCODE_INVALID),
    _one("postcode of full-width digits", "postcode", "８５０５７", "postcode_invalid", POSTCODE_INVALID),
    _one("postcode of Arabic digits", "postcode", "٨٥٠٥٧", "postcode_invalid", POSTCODE_INVALID),
    _one("postcode with line break inside", "postcode", "850\n57", "control_characters", UNSEEN_CHARACTERS),
    # Choices
    _one("unknown provider", "energy_provider", "Kanarinawerke", "unknown_choice", UNKNOWN_PROVIDER),
    _one("provider in other case", "energy_provider", "e.on", "unknown_choice", UNKNOWN_PROVIDER),
    _one("unknown household size", "household_size", "17", "unknown_choice", UNKNOWN_SIZE),
    _one("unknown plan", "payment_plan", "36-months", "unknown_choice", UNKNOWN_PLAN),
    _one("unknown package", "annual_kwh", 2500, "unknown_choice", UNKNOWN_PACKAGE),
    _one("negative package", "annual_kwh", -2000, "unknown_choice", UNKNOWN_PACKAGE),
    _one("package with fraction", "annual_kwh", 2000.5, "unknown_choice", UNKNOWN_PACKAGE),
    _one("unknown park", "park", "atlantis", "unknown_choice", UNKNOWN_PARK),
    _one("park of wrong type", "park", 7, "wrong_type", MUST_BE_TEXT),
    _one("park too long", "park", "ingolstadt" * 5, "too_long", AT_MOST_40),
    # Credit
    _one("credit of 4.7 cent", "expected_annual_credit", 94, "rate_not_offered", RATE_NOT_OFFERED),
    _one("credit of 8.5 cent", "expected_annual_credit", 170, "rate_not_offered", RATE_NOT_OFFERED),
    _one("credit of 5.25 cent", "expected_annual_credit", 105, "rate_not_offered", RATE_NOT_OFFERED),
    _one("credit a cent off", "expected_annual_credit", 120.01, "rate_not_offered", RATE_NOT_OFFERED),
    _one("credit of nothing", "expected_annual_credit", 0, "rate_not_offered", RATE_NOT_OFFERED),
    _one("negative credit", "expected_annual_credit", -120, "rate_not_offered", RATE_NOT_OFFERED),
    _one("vanishing credit", "expected_annual_credit", 5e-324, "rate_not_offered", RATE_NOT_OFFERED),
    # Monthly payment
    _one("negative payment", "monthly_abschlag", -0.01, "out_of_range", PAYMENT_OUT_OF_RANGE),
    _one("huge payment", "monthly_abschlag", 10_000.01, "out_of_range", PAYMENT_OUT_OF_RANGE),
    # Consent
    _one("consent refused", "consent", False, "consent_missing", CONSENT_NEEDED),
    _one("consent yes", "consent", "yes-indeed", "wrong_type", CONSENT_NEEDED),
    _one("consent 1", "consent", 1, "wrong_type", CONSENT_NEEDED),
    Bad("unknown terms", {"consent": True, "consent_version": "1999-01"}, "consent_version", "unknown_choice",
        UNKNOWN_TERMS),
    Bad("terms of wrong type", {"consent": True, "consent_version": 2026}, "consent_version", "wrong_type",
        MUST_BE_TEXT),
    # Touches
    _one("touches an object", "touches", {"utm_source": "kanarina"}, "wrong_type", LIST_OF_OBJECTS),
    _one("touches a text", "touches", "kanarina", "wrong_type", LIST_OF_OBJECTS),
    _one("touches a list of text", "touches", ["kanarina"], "wrong_type", LIST_OF_OBJECTS),
    _one("touches of nulls", "touches", [None], "wrong_type", LIST_OF_OBJECTS),
    _one("consent to touches unknown", "touch_consent", "vielleicht", "unknown_choice", "Diese Antwort gibt es nicht."),
    _one("consent to touches a flag", "touch_consent", True, "wrong_type", MUST_BE_TEXT),
    _one("utm_source a number", "utm_source", 31337, "wrong_type", MUST_BE_TEXT),
    _one("utm_campaign a list", "utm_campaign", ["kanarina"], "wrong_type", MUST_BE_TEXT),
    _one("referral_code true", "referral_code", True, "wrong_type", MUST_BE_TEXT),
    # The client's own figures
    _one("deposit_amount empty", "deposit_amount", "", "missing", IS_MISSING),
    _one("deposit_status a number", "deposit_status", 31337, "wrong_type", MUST_BE_TEXT),
    _one("deposit_status with NUL", "deposit_status", "reser\x00ved", "control_characters", UNSEEN_CHARACTERS),
    _one("deposit_status too long", "deposit_status", "reserved" * 6, "too_long", AT_MOST_40),
]  # fmt: skip


@pytest.fixture(scope="module")
def database(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("bad-inputs") / "voltigo.sqlite3"
    shutil.copyfile(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    yield database
    database.close()


@pytest.fixture(scope="module")
def desk(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One app for the whole table: nothing in it may leave a trace, so its rows need no separation."""
    folder = tmp_path_factory.mktemp("bad-inputs-var")
    settings = Settings(
        _env_file=None,
        database_url=database.engine.url.render_as_string(),
        data_dir=folder,
        scheduler="off",
        rate_limits="off",
    )
    with TestClient(create_app(settings, site=folder / "no-site"), raise_server_exceptions=False) as client:
        yield client


def texts_of(value: Any) -> Iterator[str]:
    """Every text somebody typed, at any depth."""
    if isinstance(value, str):
        yield value.strip()
    elif isinstance(value, dict):
        for member in value.values():
            yield from texts_of(member)
    elif isinstance(value, list):
        for entry in value:
            yield from texts_of(entry)


def assert_is_problem(response: Any, status: int, code: str, title: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["success"] is False
    assert body["status"] == status
    assert body["code"] == code
    assert body["title"] == title
    assert body["type"] == f"urn:voltigo:problem:{code}"
    return body


def assert_echoes_nothing(answer: str, body: Any) -> None:
    """Short values such as `2` or `24m` may stand in a sentence by chance; longer ones may not."""
    said = [text for text in texts_of(body) if len(text) > 4 and text[:200] in answer]
    assert said == []


@pytest.mark.parametrize("bad", FAULTS, ids=lambda bad: bad.name.replace(" ", "-"))
def test_bad_field_is_refused_with_its_own_sentence(bad: Bad, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, content=json.dumps(bad.body()), headers={"content-type": "application/json"})
    problem = assert_is_problem(response, 422, "validation", CHECK_FIELDS)
    assert problem["errors"] == [{"field": bad.field, "code": bad.code, "message": bad.message}]
    assert_echoes_nothing(response.text, bad.body())
    assert row_counts(database) == before


def test_all_faults_are_named_at_once_in_one_answer(desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, json={"first_name": 7, "postcode": "1234", "consent": False})
    problem = assert_is_problem(response, 422, "validation", CHECK_FIELDS)
    codes = {error["field"]: error["code"] for error in problem["errors"]}
    assert codes == {
        **dict.fromkeys(MISSING_SENTENCES, "missing"),
        "first_name": "wrong_type",
        "postcode": "postcode_invalid",
        "consent": "consent_missing",
    }
    assert row_counts(database) == before


def test_instalments_are_refused_where_they_are_not_offered(database: Database, tmp_path: Path) -> None:
    settings = Settings(
        _env_file=None,
        database_url=database.engine.url.render_as_string(),
        data_dir=tmp_path,
        scheduler="off",
        instalments_offered=False,
    )
    with TestClient(create_app(settings, site=tmp_path / "no-site")) as client:
        refused = client.post(ROUTE, json=typed(payment_plan="24m"))
    problem = assert_is_problem(refused, 422, "validation", CHECK_FIELDS)
    message = "Ratenzahlung bieten wir derzeit nicht an."
    assert problem["errors"] == [{"field": "payment_plan", "code": "not_offered", "message": message}]


VALID = json.dumps(typed()).encode()
JSON_TYPE = {"content-type": "application/json"}

UNREADABLE = {
    "nothing": b"",
    "broken JSON": VALID[:-1],
    "trailing comma": VALID[:-1] + b",}",
    "single quotes": VALID.replace(b'"', b"'"),
    "two documents": VALID + VALID,
    "a form": b"first_name=Kanarina&last_name=Zwitscherle",
    "NaN": VALID.replace(b"85.5", b"NaN"),
    "Infinity": VALID.replace(b"85.5", b"Infinity"),
    "minus Infinity": VALID.replace(b"85.5", b"-Infinity"),
    "broken UTF-8": VALID.replace(b"Kanarina", b"Kanarin\xff\xfe"),
    "overlong UTF-8": VALID.replace(b"Kanarina", b"Kanarin\xc1\xa1"),
    "UTF-16": json.dumps(typed()).encode("utf-16"),
    "Latin-1 umlaut": VALID.replace(b"Kanarina", b"K\xe4narina"),
    "lone surrogate": VALID.replace(b"Kanarina", b"Kanarina\\ud800"),
    "reversed surrogates": VALID.replace(b"Kanarina", b"Kanarina\\udc00\\ud83d"),
    "raw line break in text": VALID.replace(b"Kanarina", b"Kana\nrina"),
    "raw NUL in text": VALID.replace(b"Kanarina", b"Kana\x00rina"),
    "number of 5,000 digits": VALID.replace(b"85.5", b"9" * 5000),
    "nested 1,000 deep": b"[" * 1000 + b"]" * 1000,
    "nested 1,000 deep in a field": VALID.replace(b"85.5", b'{"a":' * 1000 + b"1" + b"}" * 1000),
    "nested and never closed": b'{"a":' * 10_000,
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=[name.replace(" ", "-") for name in UNREADABLE])
def test_unreadable_body_is_refused_with_400(content: bytes, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, content=content, headers=JSON_TYPE)
    assert_is_problem(response, 400, "not_json", NOT_JSON)
    assert_echoes_nothing(response.text, typed())
    assert row_counts(database) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "multipart/form-data; boundary=x"},
        {"content-type": "application/jsonp"},
        {"content-type": ""},
        {},
    ],
    ids=lambda headers: headers.get("content-type") or f"{len(headers)}-empty",
)
def test_other_content_type_is_refused_with_400(headers: dict, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, content=VALID, headers=headers)
    assert_is_problem(response, 400, "not_json", NOT_JSON)
    assert row_counts(database) == before


@pytest.mark.parametrize("body", [[], [typed()], "Kanarina", 7, True, None], ids=repr)
def test_json_that_is_no_object_is_refused_with_422(body: object, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, content=json.dumps(body), headers=JSON_TYPE)
    problem = assert_is_problem(response, 422, "validation", CHECK_FIELDS)
    message = "Erwartet wird ein JSON-Objekt."
    assert problem["errors"] == [{"field": "body", "code": "wrong_type", "message": message}]
    assert_echoes_nothing(response.text, body)
    assert row_counts(database) == before


@pytest.mark.parametrize("name", [*REQUIRED_NUMBERS, *FIGURES])
def test_a_number_beyond_every_float_is_refused_with_422(name: str, desk: TestClient, database: Database) -> None:
    """`1e400` is valid JSON and reads as infinity."""
    before = row_counts(database)
    content = json.dumps(typed(**{name: 31337})).replace("31337", "1e400")
    response = desk.post(ROUTE, content=content, headers=JSON_TYPE)
    problem = assert_is_problem(response, 422, "validation", CHECK_FIELDS)
    assert problem["errors"] == [{"field": name, "code": "out_of_range", "message": NUMBER_TOO_LARGE}]
    assert row_counts(database) == before


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_other_method_is_refused_with_405(method: str, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.request(method, ROUTE, content=VALID, headers=JSON_TYPE)
    assert_is_problem(response, 405, "method_not_allowed", "Diese Methode ist hier nicht erlaubt.")
    assert response.headers["allow"] == "POST"
    assert row_counts(database) == before


@pytest.mark.parametrize("key", ["", "k" * 256, "schlüssel", "a\tb"], ids=["empty", "256", "umlaut", "tab"])
def test_unusable_idempotency_key_is_refused_with_422(key: str, desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, json=typed(), headers={"Idempotency-Key": key.encode("latin-1")})
    problem = assert_is_problem(response, 422, "validation", CHECK_FIELDS)
    message = "Der Schlüssel braucht 1 bis 255 druckbare Zeichen."
    assert problem["errors"] == [{"field": "Idempotency-Key", "code": "invalid", "message": message}]
    assert row_counts(database) == before


def test_declared_oversize_is_refused_with_413(desk: TestClient, database: Database) -> None:
    before = row_counts(database)
    response = desk.post(ROUTE, json=typed(filler="Zwitscherle" * 7000))
    assert_is_problem(response, 413, "too_large", TOO_LARGE)
    assert_echoes_nothing(response.text, typed())
    assert row_counts(database) == before


def test_oversize_is_refused_by_the_real_server_declared_or_in_chunks(sqlite_url: str, start_server: Any) -> None:
    server = start_server(sqlite_url, scheduler="off")
    whole = VALID[:-1] + b" " * (LARGEST_BODY + 1 - len(VALID)) + b"}"
    assert len(whole) == LARGEST_BODY + 1
    chunks = [whole[start : start + 8192] for start in range(0, len(whole), 8192)]

    def ask(body: Any, *, chunked: bool) -> tuple[int, str, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("POST", ROUTE, body=body, headers=JSON_TYPE, encode_chunked=chunked)
        response = connection.getresponse()
        answer = response.status, response.headers["content-type"], json.loads(response.read())
        connection.close()
        return answer

    for body, chunked in ((whole, False), (iter(chunks), True)):
        status, media_type, problem = ask(body, chunked=chunked)
        assert (status, media_type) == (413, "application/problem+json")
        assert (problem["code"], problem["title"], problem["success"]) == ("too_large", TOO_LARGE, False)
    # The same call one byte shorter is as large as a call may be.
    status, _, answer = ask(whole.replace(b" }", b"}"), chunked=False)
    assert (status, answer["spot_number"]) == (200, 1)


@dataclass(frozen=True)
class Tricky:
    """An unusual input that is accepted, with what is stored for it."""

    name: str
    changes: dict[str, Any]
    stored: dict[str, Any]


ACCEPTED = [
    Tricky("umlaut composed", {"last_name": "Gr\u00f6\u00dfe"}, {"last_name": "Gr\u00f6\u00dfe"}),
    Tricky("umlaut decomposed", {"last_name": "Gro\u0308\u00dfe"}, {"last_name": "Gr\u00f6\u00dfe"}),
    Tricky("emoji beside letters", {"first_name": "Kana 🌞 rina"}, {"first_name": "Kana 🌞 rina"}),
    Tricky("name of 100 characters", {"last_name": "Z" * 100}, {"last_name": "Z" * 100}),
    Tricky("name trimmed", {"first_name": "  Kanarina\t"}, {"first_name": "Kanarina"}),
    Tricky("apostrophe and hyphen", {"last_name": "d'Zwit-scherle"}, {"last_name": "d'Zwit-scherle"}),
    Tricky("markup", {"last_name": "<b>Zwitscherle"}, {"last_name": "<b>Zwitscherle"}),
    Tricky("SQL", {"last_name": "'); DROP TABLE spots;--"}, {"last_name": "'); DROP TABLE spots;--"}),
    *(Tricky(f"name {name}", {"last_name": name}, {"last_name": name}) for name in (
        "Dr. Anna-Maria von der Höhe-O'Neill", "Łukasz", "Nguyễn", "Ждан", "Sammy Davis Jr.", "J.R. Ewing",
    )),
    Tricky("name in Greek", {"first_name": "Ελένη"}, {"first_name": "Ελένη"}),
    Tricky("postcode trimmed", {"postcode": " 01067 "}, {"postcode": "01067"}),
    Tricky("deposit of 500", {"deposit_amount": 500}, {"price_mismatch": True, "deposit_cents": 100}),
    Tricky("payment of nothing", {"monthly_abschlag": 0}, {"monthly_abschlag_cents": 0}),
    Tricky("payment at the top", {"monthly_abschlag": 10_000}, {"monthly_abschlag_cents": 1_000_000}),
    Tricky("payment with half a cent", {"monthly_abschlag": 1.005}, {"monthly_abschlag_cents": 101}),
    Tricky("package as float", {"annual_kwh": 2000.0}, {"annual_kwh": 2000}),
    Tricky("credit with float noise", {"expected_annual_credit": 2000 * 0.055}, {"credit_tenth_ct": 55}),
    Tricky("park empty", {"park": ""}, {"park_id": "ingolstadt"}),
    Tricky("phone with country", {"mobile_phone": "+43 664 1234567"}, {"mobile_phone_e164": "+436641234567"}),
    Tricky("phone as typed", {"mobile_phone": "(0170) 123-4567"},
           {"mobile_phone": "(0170) 123-4567", "mobile_phone_e164": "+491701234567"}),
    Tricky("e-mail in capitals", {"email": "Kanarina.Z@EXAMPLE.org"},
           {"email": "Kanarina.Z@example.org", "email_normalized": "kanarina.z@example.org"}),
    Tricky("e-mail with umlaut domain", {"email": "kanarina@zwitscherl\u00e4.de"},
           {"email": "kanarina@zwitscherl\u00e4.de", "email_normalized": "kanarina@xn--zwitscherl-z5a.de"}),
    Tricky("unknown member", {"is_admin": True, "spot_number": 400, "id": 9}, {"state": "reserved", "version": 1}),
    Tricky("campaign too long", {"utm_source": "q" * 5000}, {"utm_source": "q" * 200}),
    Tricky("campaign with NUL", {"utm_source": "news\x00letter"}, {"utm_source": "newsletter"}),
    Tricky("campaign turned around", {"utm_source": "news\u202el\u2066etter\u200b"}, {"utm_source": "newsletter"}),
]  # fmt: skip


@pytest.mark.parametrize("tricky", ACCEPTED, ids=lambda tricky: tricky.name.replace(" ", "-"))
def test_tricky_input_is_accepted_and_stored_clean(tricky: Tricky, database_url: str, client: TestClient) -> None:
    database = Database(database_url)
    response = client.post(ROUTE, content=json.dumps(typed(**tricky.changes)), headers=JSON_TYPE)
    assert response.status_code == 200, response.text
    (row,) = stored(database, Reservation)
    database.close()
    assert {name: row[name] for name in tricky.stored} == tricky.stored


def test_json_with_charset_and_nesting_below_the_limit_is_accepted(desk: TestClient) -> None:
    """Unknown members are ignored, however they look."""
    nested = VALID[:-1] + b', "unknown": ' + b"[" * 100 + b"]" * 100 + b"}"
    response = desk.post(ROUTE, content=nested, headers={"content-type": "Application/JSON; charset=utf-8"})
    assert response.status_code == 200
