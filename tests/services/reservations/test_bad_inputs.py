"""Every bad or tricky input of the reservation call with its code and German sentence, and what the route does then."""

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.core.http.web import LARGEST_BODY
from services.reservations.models import ASKED, Reservation
from services.reservations.validation import validate_reservation
from tests.factories import reservation_body
from tests.fixtures.staff import state_of
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import reserve_many
from tests.services.reservations.test_fields import TOLD
from tests.services.stored import row_counts, stored

ROUTE = "/functions/v1/reserve-spot"
JSON_TYPE = {"content-type": "application/json"}
SENTENCES = {
    "first_name": "Bitte geben Sie Ihren Vornamen an.",
    "last_name": "Bitte geben Sie Ihren Nachnamen an.",
    "email": "Bitte geben Sie Ihre E-Mail-Adresse an.",
    "mobile_phone": "Bitte geben Sie Ihre Mobilnummer an.",
    **{one.name: TOLD[one.name].missing_on_site for one in ASKED},
    "annual_kwh": "Bitte wählen Sie ein Solarpaket.",
    "payment_plan": "Bitte wählen Sie, wie Sie zahlen möchten.",
    "expected_annual_credit": "Bitte wählen Sie die erwartete Gutschrift.",
}
"""What is said where one of these is missing."""
CHOICES = tuple(one.name for one in ASKED if one.values.options)
TEXTS = ("first_name", "last_name", "email", "mobile_phone", "postcode", *CHOICES)
NUMBERS = ("monthly_abschlag", "annual_kwh", "expected_annual_credit")
FIGURES = (
    *("solar_share_amount", "payment_interest_rate", "expected_monthly_credit", "expected_total_credits"),
    *("yearly_platform_fee", "deposit_amount", "setup_fee"),
)
BY_KIND: list[tuple[tuple[str, ...], tuple[Any, ...], str, str]] = [
    (TEXTS, (" \t\n ",), "missing", "Diese Angabe fehlt."),
    (TEXTS, (12345, ["Kanarina"], {"is": "K"}, True), "wrong_type", "Diese Angabe muss Text sein."),
    ((*NUMBERS, *FIGURES), (True, "85,50", [1]), "wrong_type", "Diese Angabe muss eine Zahl sein."),
    (NUMBERS, ({"value": 1},), "wrong_type", "Diese Angabe muss eine Zahl sein."),
    # `1e400` is valid JSON and reads as infinity.
    ((*NUMBERS, *FIGURES), (1e13, float("inf")), "out_of_range", "Diese Zahl ist zu groß."),
    (NUMBERS, (10**400,), "out_of_range", "Diese Zahl ist zu groß."),
]
"""Fields, values that each of them refuses, code and sentence."""
REFUSED: list[tuple[str, tuple[Any, ...], str, str]] = [
    ("first_name", ("12345", "🌞🌻🦄"), "no_letters", "Ein Name braucht mindestens einen Buchstaben."),
    ("last_name", ("Zwitscher" * 1111, "Zwitsch" * 14 + "erl"), "too_long", "Bitte höchstens 100 Zeichen."),
    ("first_name", ("Ka\x00na", "Ka\nna", "Ka\x1b[31mna", "Ka\x7fna", "Ka\x85na", "Ka\u2028na", "Ka\ue000", "Ka\ufdd0"),
     "control_characters", "Bitte entfernen Sie die unsichtbaren Zeichen."),
    ("last_name", ("http://boese.example", "WWW.Zwitscher", "a@zwitscherle", "Zwitscher/Le", "Zwitscherle der 3.",
                   "Zwitscherle ５", "Zwitscherle["), "not_a_name",
     "Bitte geben Sie hier nur den Namen an, ohne Ziffern, Internetadressen und Zeichen wie / [ ] |."),
    ("last_name", ("boese.example", "kana.рф", "Ⅷ․com", "boese．example"), "not_a_name",
     "Das sieht wie eine Internetadresse aus. Bitte setzen Sie in Namen nach einem Punkt ein Leerzeichen."),
    ("email", ("kanarina.example.org", "kanarina@", "kanarina@@example.org", "kana rina@example.org",
               "Kanarina <kanarina@example.org>", "kanarina@example.org,zwitscherle@example.org",
               "=?utf-8?q?a=40evil.example?=@example.org", "a%evil.example@example.org", "evil!kanarina@example.org",
               "|kanarina@example.org", "kanarina@localhost", "känarina@example.org"), "email_invalid",
     "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."),
    ("email", ("k@example.org\r\nBcc: x@example.org",), "control_characters",
     "Bitte entfernen Sie die unsichtbaren Zeichen."),
    ("email", (f"{'k' * 250}@example.org",), "too_long", "Bitte höchstens 254 Zeichen."),
    ("mobile_phone", ("kanarina", "987", "0151 98765432 ext. 98", "+999 98765432", "0176 12345"), "phone_invalid",
     "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."),
    ("mobile_phone", ("0151 98765432" * 4,), "too_long", "Bitte höchstens 40 Zeichen."),
    ("postcode", ("1234", "850570", "ABCDE", "８５０５７", "٨٥٠٥٧"), "postcode_invalid",
     "Bitte geben Sie eine deutsche Postleitzahl mit fünf Ziffern an."),
    ("postcode", ("00000", "05123", "43210", "62000"), "postcode_unknown", "Diese Postleitzahl gibt es nicht."),
    ("postcode", ("850\n57",), "control_characters", "Bitte entfernen Sie die unsichtbaren Zeichen."),
    *((name, (value,), "unknown_choice", said) for name in CHOICES for value, said in TOLD[name].refused.items()),
    ("payment_plan", ("36-months",), "unknown_choice", "Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten."),
    ("annual_kwh", (2500, -2000, 2000.5), "unknown_choice", "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh."),
    ("park", (7,), "wrong_type", "Diese Angabe muss Text sein."),
    ("park", ("ingolstadt" * 5,), "too_long", "Bitte höchstens 40 Zeichen."),
    ("expected_annual_credit", (94, 170, 105, 120.01, 0, -120, 5e-324), "rate_not_offered",
     "Die Gutschrift muss zwischen 5 und 8 Cent liegen, in Schritten von 0,5."),
    ("monthly_abschlag", (-0.01, 10_000.01), "out_of_range",
     "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an."),
    ("consent", (False,), "consent_missing", "Bitte stimmen Sie den Nutzungsbedingungen zu."),
    ("consent", ("yes-indeed", 1), "wrong_type", "Bitte stimmen Sie den Nutzungsbedingungen zu."),
    ("touches", ({"utm_source": "k"}, "k", ["k"], [None]), "wrong_type", "Erwartet wird eine Liste von Objekten."),
    ("touch_consent", ("vielleicht",), "unknown_choice", "Diese Antwort gibt es nicht."),
    ("touch_consent", (True,), "wrong_type", "Diese Angabe muss Text sein."),
    ("utm_source", (31337,), "wrong_type", "Diese Angabe muss Text sein."),
    ("utm_campaign", (["kanarina"],), "wrong_type", "Diese Angabe muss Text sein."),
    ("referral_code", (True,), "wrong_type", "Diese Angabe muss Text sein."),
    ("deposit_amount", ("",), "missing", "Diese Angabe fehlt."),
    ("deposit_status", (31337,), "wrong_type", "Diese Angabe muss Text sein."),
    ("deposit_status", ("reser\x00ved",), "control_characters", "Bitte entfernen Sie die unsichtbaren Zeichen."),
    ("deposit_status", ("reserved" * 6,), "too_long", "Bitte höchstens 40 Zeichen."),
    ("another", ("ja",), "wrong_type", "Diese Angabe muss Ja oder Nein sein."),
]  # fmt: skip


def faults(body: object, *, instalments_offered: bool = True) -> Any:
    """What a body is refused for; none where it is accepted."""
    try:
        validate_reservation(body, instalments_offered=instalments_offered, allow_test_domains=True)
    except ValidationProblem as problem:
        return problem.members["errors"]
    return []


def refused_values() -> Iterator[tuple[str, Any, str, str]]:
    for name, sentence in SENTENCES.items():
        yield from ((name, nothing, "missing", sentence) for nothing in (None, ""))
    for fields, values, code, message in BY_KIND:
        yield from ((name, value, code, message) for name in fields for value in values)
    for name, values, code, message in REFUSED:
        yield from ((name, value, code, message) for value in values)


def test_each_bad_value_is_refused_with_its_own_sentence_and_nothing_else() -> None:
    assert faults(reservation_body()) == []
    for name, value, code, message in refused_values():
        found = faults({**reservation_body(), name: value})
        assert found == [{"field": name, "code": code, "message": message}], (name, value)
    for name, sentence in SENTENCES.items():
        found = faults(reservation_body(**{name: None}))
        assert found == [{"field": name, "code": "missing", "message": sentence}], f"{name} is absent"


def test_faults_of_two_members_and_of_settings() -> None:
    def codes(**changes: Any) -> dict[str, str]:
        return {one["field"]: one["code"] for one in faults(reservation_body(**changes))}

    assert codes(consent=True, consent_version="1999-01") == {"consent_version": "unknown_choice"}
    assert codes(consent=True, consent_version=2026) == {"consent_version": "wrong_type"}
    message = "Ratenzahlung bieten wir derzeit nicht an."
    [fault] = faults(reservation_body(), instalments_offered=False)
    assert fault == {"field": "payment_plan", "code": "not_offered", "message": message}
    for body in ([], [reservation_body()], "Kanarina", 7, True, None):
        message = "Erwartet wird ein JSON-Objekt."
        assert faults(body) == [{"field": "body", "code": "wrong_type", "message": message}]


ACCEPTED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *(({"last_name": typed}, {"last_name": kept}) for typed, kept in (
        ("Gr\u00f6\u00dfe", "Gr\u00f6\u00dfe"), ("Gro\u0308\u00dfe", "Gr\u00f6\u00dfe"), ("  Kanarina\t", "Kanarina"))),
    *(({"last_name": name}, {"last_name": name}) for name in (
        "Kana 🌞 rina", "Z" * 100, "d'Zwit-scherle", "<b>Zwitscherle", "'); DROP TABLE spots;--",
        "Dr. Anna-Maria von der Höhe-O'Neill", "Łukasz", "Nguyễn", "Ждан", "Sammy Davis Jr.", "J.R. Ewing", "Ελένη")),
    ({"postcode": " 01067 "}, {"postcode": "01067"}),
    ({"deposit_amount": 500}, {"price_mismatch": True, "deposit_cents": 100}),
    *(({"monthly_abschlag": typed}, {"monthly_abschlag_cents": kept}) for typed, kept in (
        (0, 0), (10_000, 1_000_000), (1.005, 101))),
    ({"annual_kwh": 2000.0}, {"annual_kwh": 2000}),
    ({"expected_annual_credit": 2000 * 0.055}, {"credit_tenth_ct": 55}),
    ({"park": ""}, {"park_id": "ingolstadt"}),
    ({"mobile_phone": "+43 664 1234567"}, {"mobile_phone_e164": "+436641234567"}),
    ({"mobile_phone": "(0170) 123-4567"},
     {"mobile_phone": "(0170) 123-4567", "mobile_phone_e164": "+491701234567"}),
    ({"email": "Kanarina.Z@EXAMPLE.org"},
     {"email": "Kanarina.Z@example.org", "email_normalized": "kanarina.z@example.org"}),
    ({"email": "kanarina@zwitscherl\u00e4.de"},
     {"email": "kanarina@zwitscherl\u00e4.de", "email_normalized": "kanarina@xn--zwitscherl-z5a.de"}),
    ({"is_admin": True, "spot_number": 400, "id": 999}, {"state": "reserved", "version": 1}),
    ({"utm_source": "q" * 5000}, {"utm_source": "q" * 200}),
    *(({"utm_source": typed}, {"utm_source": "newsletter"}) for typed in (
        "news\x00letter", "news\u202el\u2066etter\u200b")),
]  # fmt: skip
"""Unusual inputs that are accepted, each with what is stored for it."""


@pytest.mark.both_databases
def test_tricky_input_is_accepted_and_stored_clean(db: Database) -> None:
    ids = reserve_many(db, HeldClock().now, [reservation_body(**typed) for typed, _ in ACCEPTED])
    rows = {row["id"]: row for row in stored(db, Reservation)}
    for number, (id_, (typed, kept)) in enumerate(zip(ids, ACCEPTED, strict=True), start=1):
        assert {name: rows[id_][name] for name in kept} == kept, typed
        assert rows[id_]["spot_number"] == number


VALID = json.dumps(reservation_body()).encode()
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
    "broken UTF-8": VALID.replace(b"newsletter", b"n\xff\xfe"),
    "overlong UTF-8": VALID.replace(b"newsletter", b"n\xc1\xa1"),
    "UTF-16": VALID.decode().encode("utf-16"),
    "Latin-1 umlaut": VALID.replace(b"newsletter", b"n\xe4"),
    "lone surrogate": VALID.replace(b"newsletter", b"n\\ud800"),
    "reversed surrogates": VALID.replace(b"newsletter", b"n\\udc00\\ud83d"),
    "raw line break in text": VALID.replace(b"newsletter", b"n\nl"),
    "raw NUL in text": VALID.replace(b"newsletter", b"n\x00l"),
    "number of 5,000 digits": VALID.replace(b"85.5", b"9" * 5000),
    "nested 1,000 deep": b"[" * 1000 + b"]" * 1000,
    "nested 1,000 deep in a field": VALID.replace(b"85.5", b'{"a":' * 1000 + b"1" + b"}" * 1000),
    "nested and never closed": b'{"a":' * 10_000,
}


def test_the_route_refuses_with_a_problem_that_repeats_and_keeps_nothing(
    module_client: Callable[[str], TestClient],
) -> None:
    client = module_client("sqlite")
    before = row_counts(state_of(client).db)

    def told(answer: Any) -> tuple[int, str]:
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert (problem["success"], problem["status"], problem["type"]) == (
            False, answer.status_code, f"urn:voltigo:problem:{problem['code']}",
        )  # fmt: skip
        assert not [text for text in ("newsletter", "Kanarina", "Zwitscher") if text in answer.text]
        return answer.status_code, problem["title"]

    for name, content in UNREADABLE.items():
        not_json = (400, "Die Anfrage ist kein gültiges JSON.")
        assert told(client.post(ROUTE, content=content, headers=JSON_TYPE)) == not_json, name
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                 "application/jsonp", "", None):  # fmt: skip
        headers = {} if kind is None else {"content-type": kind}
        assert told(client.post(ROUTE, content=VALID, headers=headers)) == not_json, kind
    for method in ("GET", "PUT", "PATCH", "DELETE", "OPTIONS"):
        answer = client.request(method, ROUTE, content=VALID, headers=JSON_TYPE)
        assert told(answer) == (405, "Diese Methode ist hier nicht erlaubt.")
        assert answer.headers["allow"] == "POST"
    unfit = (422, "Bitte prüfen Sie Ihre Angaben.")
    for key in ("", "k" * 256, "schlüssel", "a\tb"):
        answer = client.post(ROUTE, json=reservation_body(), headers={"Idempotency-Key": key.encode("latin-1")})
        assert told(answer) == unfit
        message = "Der Schlüssel braucht 1 bis 255 druckbare Zeichen."
        assert answer.json()["errors"] == [{"field": "Idempotency-Key", "code": "invalid", "message": message}]
    answer = client.post(ROUTE, content=VALID.replace(b"85.5", b"1e400"), headers=JSON_TYPE)
    assert (told(answer), answer.json()["errors"][0]["code"]) == (unfit, "out_of_range")
    assert told(client.post(ROUTE, json=[])) == unfit
    answer = client.post(ROUTE, json={"first_name": ["Kanarina"], "postcode": "Zwitscher", "consent": False})
    assert told(answer) == unfit
    codes = {"first_name": "wrong_type", "postcode": "postcode_invalid", "consent": "consent_missing"}
    assert {error["field"]: error["code"] for error in answer.json()["errors"]} == {
        **dict.fromkeys(SENTENCES, "missing"), **codes,
    }  # fmt: skip
    oversize = client.post(ROUTE, json=reservation_body(filler="Zwitscherle" * 7000))
    assert told(oversize) == (413, "Die Anfrage ist zu groß.")
    assert row_counts(state_of(client).db) == before


def test_oversize_is_refused_by_the_real_server_declared_or_in_chunks(sqlite_url: str, start_server: Any) -> None:
    server = start_server(sqlite_url, scheduler="off")
    whole = VALID[:-1] + b" " * (LARGEST_BODY + 1 - len(VALID)) + b"}"
    chunks = [whole[start : start + 8192] for start in range(0, len(whole), 8192)]

    def ask(body: Any, *, chunked: bool = False) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("POST", ROUTE, body=body, headers=JSON_TYPE, encode_chunked=chunked)
        response = connection.getresponse()
        answer = response.status, json.loads(response.read())
        connection.close()
        return answer

    for body, chunked in ((whole, False), (iter(chunks), True)):
        status, problem = ask(body, chunked=chunked)
        assert (status, problem["code"], problem["success"]) == (413, "too_large", False)
    # The same call one byte shorter is as large as a call may be.
    status, answer = ask(whole.replace(b" }", b"}"))
    assert (status, answer["spot_number"]) == (200, 1)


def test_json_with_charset_and_nesting_below_the_limit_is_accepted(client: TestClient) -> None:
    """Unknown members are ignored, however they look."""
    nested = VALID[:-1] + b', "unknown": ' + b"[" * 100 + b"]" * 100 + b"}"
    response = client.post(ROUTE, content=nested, headers={"content-type": "Application/JSON; charset=utf-8"})
    assert response.status_code == 200
