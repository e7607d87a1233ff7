"""What counts as personal in a text that anybody may have written."""

from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote

import pytest

from services.core.contact_details import own_domain
from services.core.personal_text import REDACTED, holds_personal_data, name_words, number_end, redacted
from services.core.references import new_reference

NAMES = name_words(["Petra", "Kowalska-Ng", "p.kowalska", "85049"]) | {number_end("+491725554433")}


@pytest.mark.parametrize(
    "value",
    [
        "", "sommer-2026", "newsletter_11", "messe-3", "100000", "2026-11-22", "20261122", "01.05.2026", "01-05-2026",
        "123456789012", "rev-4", "vg", "vg-newsletter-2026", "IwAR0abcDEFghi", "/reservieren?paket=2500",
        "facebook.com",
        "K7M2QXH", "solar+wind", "meet-at-fair",
        "0800",
    ],
)  # fmt: skip
def test_values_of_campaigns_are_kept(value: str) -> None:
    assert redacted(value) == value
    assert redacted(value, NAMES) == value


@pytest.mark.parametrize(
    "value",
    [
        "a@b.de", "a%40b.de", "a%2540b.de", "a%25252540b.de", "a&#64;b.de", "a＠b.de", "a(at)b.de", "a [at] b.de",
        "0170 1234567", "0170/1234567", "+49-170-123", "491725554433", "kunde_01725554433", "kunde01725554433x",
        "0049 172 5554433", "(0172) 555 44 33", "0172%205554433", "1725554433", "０１７２５５５４４３３",
        "messe-2026 0172 5554433", "0172\u200b5554433",
    ],
)  # fmt: skip
def test_addresses_and_numbers_are_redacted(value: str) -> None:
    assert redacted(value) == REDACTED


@pytest.mark.parametrize(
    ("email", "domain"),
    [("anna@mueller-familie.de", "mueller-familie.de"), ("anna@gmx.de", ""), ("anna@t-online.de", ""), ("", "")],
)
def test_a_domain_names_its_owner_unless_it_is_a_large_providers(email: str, domain: str) -> None:
    assert own_domain(email) == domain


@pytest.mark.parametrize(
    ("value", "is_named"),
    [
        ("mueller-familie.de", True), ("webmail.mueller-familie.de", True), ("https://Mueller-Familie.de/a", True),
        ("neue-mueller-familie.de", False), ("mueller-familie.de.example.org", False), ("mueller-familie.dev", False),
        ("familie.de", False),
    ],
)  # fmt: skip
def test_a_households_own_host_is_found_whole(value: str, is_named: bool) -> None:
    assert holds_personal_data(value, frozenset({"mueller-familie.de"})) is is_named


@pytest.mark.parametrize("encode", [b64encode, urlsafe_b64encode])
def test_encoded_addresses_are_redacted(encode: type) -> None:
    for address in ("petra.kowalska@gmx.de", "a@b.example", "petra.kowalska@example.org?ö=ü>"):
        for coded in (encode(address.encode()).decode(), encode(address.encode()).decode().rstrip("=")):
            assert redacted(coded) == REDACTED
            assert redacted(quote(quote(coded))) == REDACTED
            assert redacted(f"mail={coded}&x=1") == REDACTED


def test_references_of_whomever_are_redacted() -> None:
    for reference in (new_reference() for _ in range(50)):
        for written in (reference, reference.lower(), reference.replace("-", ""), reference.replace("-", " ")):
            assert redacted(f"ref {written}") == REDACTED, written


@pytest.mark.parametrize(
    "value",
    [
        "petra", "fuer-PETRA", "Pétra", "frau_kowalska", "kowalskang", "k.o.w.a.l.s.k.a", "einladung-ng", "plz 85049",
        "%70etra", "5554433", "555-44-33", b64encode(b"kowalska").decode(),
    ],
)  # fmt: skip
def test_names_are_redacted_for_the_household_only(value: str) -> None:
    assert holds_personal_data(value, NAMES)
    assert not holds_personal_data(value)


def test_short_names_and_postcodes_count_as_whole_words() -> None:
    for value in ("angebot", "long-run", "1850490"):
        assert not holds_personal_data(value, NAMES)


@pytest.mark.parametrize(
    ("last_name", "written", "is_named"),
    [
        ("von der Au", "Podcast Lage der Region", False),
        ("von der Au", "Frau Au hat angerufen", True),
        ("Le", "für Le", True),
    ],
)
def test_a_particle_names_nobody_unless_it_is_the_name(last_name: str, written: str, is_named: bool) -> None:
    assert holds_personal_data(written, name_words([last_name])) is is_named


def test_names_are_compared_as_people_spell_them() -> None:
    for written in ("mueller", "müller", "muller", "MÜLLER"):
        assert holds_personal_data(written, name_words(["Müller"]))
        assert holds_personal_data("für Müller", name_words([written]))
