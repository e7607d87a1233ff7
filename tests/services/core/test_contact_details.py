"""What people type or paste as a telephone number, a name, an address or a postcode is kept as what it is or refused.

The quick ways for plain addresses and numbers answer exactly what the libraries behind them answer."""

import json
import re
from pathlib import Path
from typing import Any

import phonenumbers
import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given, settings
from hypothesis import strategies as st

from services.core.contact_details import (
    DANGEROUS_IN_HEADERS,
    LONGEST_EMAIL,
    LONGEST_PHONE,
    PLAIN_MOBILE,
    person_name,
    read_email,
    read_phone,
)
from services.core.fields import Refused
from services.reservations.fields import postcode
from tests.fixtures.proved import proved

KEPT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "golden" / "contact_details.json").read_text())

LOCAL = st.text("abcXYZ019._%+-'", min_size=1, max_size=70)
LABEL = st.text("abcXYZ019-", min_size=1, max_size=64)
DOMAIN = st.one_of(
    st.lists(LABEL, min_size=1, max_size=4).map(".".join),
    st.sampled_from(
        ["example.org", "web.de", "test", "example.test", "localhost", "xn--mnchen-3ya.de", "a..de", "de."]
    ),
)
BLANKS = st.sampled_from(["", " ", "  "])
NUMBER = st.tuples(
    st.sampled_from(["0", "+49", "0049", ""]), st.sampled_from("123456789"), st.text("0123456789 ", max_size=16)
)


def by_library(address: str) -> tuple[str, str] | None:
    try:
        checked = validate_email(address, check_deliverability=False, allow_smtputf8=False, test_environment=True)
    except EmailNotValidError:
        return None
    return checked.normalized, f"{checked.local_part.lower()}@{checked.ascii_domain}"


def by_us(address: str) -> tuple[str, str] | None:
    try:
        return read_email(address, True)
    except Refused:
        return None


@given(LOCAL, DOMAIN)
@settings(max_examples=proved(200, 600))
def test_addresses_are_judged_as_by_the_library(local: str, domain: str) -> None:
    address = f"{local}@{domain}"
    if len(address) <= LONGEST_EMAIL and not DANGEROUS_IN_HEADERS.search(local):
        assert by_us(address) == by_library(address)


@given(NUMBER)
@settings(max_examples=proved(200, 600))
def test_numbers_are_read_as_by_the_library(parts: tuple[str, str, str]) -> None:
    typed = "".join(parts).strip()
    try:
        ours = read_phone(typed)[1]
    except Refused:
        return  # the rules above the library's may refuse more, never store something else
    number = phonenumbers.parse(typed, "DE")
    assert phonenumbers.is_possible_number(number)
    assert ours == phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def test_a_plain_mobile_number_takes_the_quick_way_to_the_same_form() -> None:
    for typed in ("0170 1234567", "01701234567", "0151 23456789", "0179 123 456 7"):
        expected = phonenumbers.format_number(phonenumbers.parse(typed, "DE"), phonenumbers.PhoneNumberFormat.E164)
        assert PLAIN_MOBILE.fullmatch(typed.replace(" ", ""))
        assert read_phone(typed) == (typed, expected)


@pytest.mark.parametrize(("typed", "e164"), KEPT["phones"].items())
def test_a_number_with_words_and_marks_stays_that_number(typed: str, e164: str) -> None:
    assert read_phone(typed).e164 == e164


@pytest.mark.parametrize("typed", KEPT["no_phones"])
def test_what_is_no_single_number_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_phone(typed)
    assert refusal.value.code == "phone_invalid"


def test_the_words_beside_a_number_are_kept_as_typed() -> None:
    assert read_phone(" \u202a0170 1234567 (Karl)\u202c ").typed == "0170 1234567 (Karl)"


WORDS = st.text(st.characters(categories=("L", "P", "S", "Zs", "Cf", "Mn"), exclude_characters="+"), max_size=12)
GROUPED = st.lists(st.sampled_from(["", " ", "/", "-", ".", "\u200b", "\u00a0"]), min_size=12, max_size=12)


@given(st.sampled_from(["0", "+49", "0049"]), st.from_regex(r"[1-9][0-9]{5,10}", fullmatch=True), GROUPED, WORDS, WORDS)
@settings(max_examples=proved(150, 1500))
def test_the_stored_number_is_the_typed_one_or_none(
    prefix: str, national: str, gaps: list[str], before: str, behind: str
) -> None:
    number = prefix + "".join(digit + gap for digit, gap in zip(national, gaps, strict=False))
    try:
        phone = read_phone(f"{before}{number}{behind}")
    except Refused:
        return
    assert phone.e164 == f"+49{national}"


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=LONGEST_PHONE))
@settings(max_examples=proved(200, 600))
def test_no_text_becomes_digits_that_it_does_not_have(typed: str) -> None:
    try:
        phone = read_phone(typed)
    except Refused:
        return
    digits = "".join(str(int(sign)) for sign in typed if sign.isdecimal())
    assert digits.endswith(re.sub(r"^\+49", "", phone.e164)) or digits.endswith(phone.e164[1:])


@pytest.mark.parametrize(("typed", "kept"), KEPT["names"].items())
def test_a_name_is_kept_without_marks_that_nobody_sees(typed: str, kept: str) -> None:
    assert person_name(typed) == kept


@pytest.mark.parametrize("typed", KEPT["no_names"])
def test_addresses_numbers_and_brackets_are_no_names(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        person_name(typed)
    assert refusal.value.code == "not_a_name"


@pytest.mark.parametrize(("typed", "kept"), KEPT["emails"].items())
def test_an_address_is_kept_without_marks_that_nobody_sees(typed: str, kept: str) -> None:
    assert read_email(typed, allow_test_domains=True) == (kept, kept)


@pytest.mark.parametrize(("typed", "kept"), KEPT["postcodes"].items())
def test_a_postcode_is_kept_without_marks_that_nobody_sees(typed: str, kept: str) -> None:
    assert postcode(typed) == kept
