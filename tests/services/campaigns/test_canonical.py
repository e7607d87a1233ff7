"""How values of campaigns are spelt where they count as equal."""

import unicodedata

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.campaigns.canonical import canonical, compared, folded, resolved


@pytest.mark.parametrize(
    ("typed", "as_compared", "as_entered"),
    [
        ("Newsletter", "newsletter", "newsletter"),
        ("  Sommer Aktion ", "sommer aktion", "sommer-aktion"),
        ("Sommer\u00a0\u00a0Aktion", "sommer  aktion", "sommer-aktion"),
        ("FRU\u0308HLING", "fr\u00fchling", "fr\u00fchling"),
        ("a\x00b", "ab", "ab"),
        ("", "", ""),
        ("   ", "", ""),
    ],
)
def test_a_value_is_compared_in_small_letters_and_entered_without_blanks(
    typed: str, as_compared: str, as_entered: str
) -> None:
    assert (compared(typed), canonical(typed)) == (as_compared, as_entered)


@given(st.text())
def test_spelling_a_value_again_changes_nothing(typed: str) -> None:
    assert compared(compared(typed)) == compared(typed)
    assert canonical(canonical(typed)) == canonical(typed)


def test_every_letter_is_folded_as_the_reports_fold_it() -> None:
    """An alias is stored as Python folds it and met by what DuckDB folds: there is one folding, over all letters."""
    letters = [chr(code) for code in range(0x21, 0x110000) if unicodedata.category(chr(code))[0] in "LMNSP"]
    composed = [letter for letter in letters if unicodedata.normalize("NFC", letter) == letter]
    words = [*composed, *(f"a{letter}b" for letter in composed), "\u0391\u03a3", "\u0130stanbul", "\u0179d\u017b"]
    with duckdb.connect() as connection:
        rows = connection.execute("SELECT lower(unnest(?))", [words]).fetchall()
    assert [folded(word) for word in words] == [row[0] for row in rows]


def test_an_alias_of_a_name_with_a_dotted_capital_i_meets_its_visits() -> None:
    assert compared("\u0130stanbul") == "istanbul"


def test_an_alias_is_one_step() -> None:
    aliases = {
        ("utm_source", "fb"): "facebook",
        ("utm_source", "face book"): "facebook",
        ("utm_medium", "fb"): "social",
    }
    for typed in ("FB", " fb ", "Face Book", "facebook"):
        assert resolved("utm_source", typed, aliases) == "facebook"
    assert resolved("utm_medium", "fb", aliases) == "social"
    assert resolved("utm_campaign", "FB", aliases) == "fb"
    assert resolved("utm_source", "Meta Ads", aliases) == "meta-ads"
