"""The quick ways for plain addresses and numbers answer exactly what the libraries behind them answer."""

import phonenumbers
from email_validator import EmailNotValidError, validate_email
from hypothesis import given, settings
from hypothesis import strategies as st

from services.core.contact_details import DANGEROUS_IN_HEADERS, LONGEST_EMAIL, PLAIN_MOBILE, read_email, read_phone
from services.core.fields import Refused

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
@settings(max_examples=600, deadline=None)
def test_addresses_are_judged_as_by_the_library(local: str, domain: str) -> None:
    address = f"{local}@{domain}"
    if len(address) <= LONGEST_EMAIL and not DANGEROUS_IN_HEADERS.search(local):
        assert by_us(address) == by_library(address)


@given(NUMBER)
@settings(max_examples=600, deadline=None)
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
