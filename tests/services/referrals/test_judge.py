"""What the use of a referral code is worth, by its facts alone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.core.fields import Refused
from services.core.references import ALPHABET
from services.referral_codes.codes import code_key, random_code, read_code
from services.referral_codes.verdicts import Verdict
from services.referrals.judge import CodeFacts, Household, judge

NOW = datetime(2026, 11, 3, 10, 30, tzinfo=UTC)
GUEST = Household("gast@example.org", "+491701", ("gast", "gerd", "85049"))
HOST = Household("wirt@example.org", "+491702", ("wirt", "wilma", "85049"))
OTHER = Household("dritte@example.org", "+491703", ("dritte", "dora", "85049"))
OPEN = CodeFacts(None)


def test_a_code_nobody_has_is_unknown() -> None:
    assert judge(GUEST, NOW, None, ()) is Verdict.UNKNOWN


def test_a_code_counts_until_it_is_disabled() -> None:
    for later, verdict in ((-1, Verdict.DISABLED), (0, Verdict.DISABLED), (1, Verdict.VALID)):
        assert judge(GUEST, NOW, CodeFacts(NOW + timedelta(seconds=later)), (HOST,)) is verdict


def test_a_partner_has_no_household() -> None:
    assert judge(GUEST, NOW, OPEN, ()) is Verdict.VALID


@pytest.mark.parametrize(
    "mark", [{"email": GUEST.email}, {"phone": GUEST.phone}, {"name": GUEST.name}], ids=["address", "phone", "name"]
)
def test_one_equal_mark_is_the_same_household(mark: dict[str, str]) -> None:
    assert judge(GUEST, NOW, OPEN, (replace(HOST, **mark),)) is Verdict.SELF
    assert judge(GUEST, NOW, OPEN, (HOST, OTHER, replace(OTHER, **mark))) is Verdict.LOOP


def test_an_empty_mark_is_nobodys() -> None:
    nobody = Household("", "", ("", "", ""))
    assert not nobody.is_same(nobody)
    assert not Household("", "", ("gast", "", "85049")).is_same(Household("", "", ("gast", "", "85049")))


def test_strangers_all_along_are_valid() -> None:
    assert judge(GUEST, NOW, OPEN, (HOST, OTHER)) is Verdict.VALID


def test_the_walk_ends_at_the_first_that_decides() -> None:
    def walk() -> Iterator[Household]:
        yield HOST
        yield GUEST
        raise AssertionError("asked too far")

    assert judge(GUEST, NOW, OPEN, walk()) is Verdict.LOOP


def test_a_code_is_compared_without_case_blanks_and_hyphens() -> None:
    for typed in ("K7M2QXH", "k7m2qxh", " k7m 2q-xh ", "K7M\u20112QXH", "k7m\u00a02qxh", "K7M_2QXH"):
        assert code_key(typed) == "K7M2QXH"


def test_random_codes_are_readable_and_not_alike() -> None:
    codes = {random_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(len(code) == 7 and set(code) <= set(ALPHABET) and code_key(code) == code for code in codes)


def test_a_partners_code_is_letters_and_digits() -> None:
    assert read_code("verein-10") == "VEREIN10"
    for typed in ("ab", "Süd", "a.b.c", "x" * 41, "---"):
        with pytest.raises(Refused):
            read_code(typed)
