"""How values of campaigns are spelt where they count as equal, and which spellings are proposed to be joined."""

import unicodedata
from typing import Any

import duckdb
from hypothesis import given
from hypothesis import strategies as st

from services.campaigns.aliases.proposals import Known, Proposal, nearest, proposals
from services.campaigns.canonical import canonical, compared, folded, resolved

SPELT = [
    ("Newsletter", "newsletter", "newsletter"),
    ("  Sommer Aktion ", "sommer aktion", "sommer-aktion"),
    ("Sommer\u00a0\u00a0Aktion", "sommer  aktion", "sommer-aktion"),
    ("FRU\u0308HLING", "fr\u00fchling", "fr\u00fchling"),
    ("a\x00b", "ab", "ab"),
    ("", "", ""),
    ("   ", "", ""),
]


def test_a_value_is_compared_in_small_letters_and_entered_without_blanks() -> None:
    assert [(typed, compared(typed), canonical(typed)) for typed, *_ in SPELT] == SPELT


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


MEANT: list[tuple[Any, str, str, Any]] = [
    ("utm_medium", "paid-social", "paid_social", "separators"),
    ("utm_medium", "paid social", "paid_social", "separators"),
    ("utm_source", "face book", "facebook", "separators"),
    ("utm_campaign", "frühling-2026", "fruehling-2026", "separators"),
    ("utm_source", "fb", "facebook", "synonym"),
    ("utm_source", "ig", "insta", "synonym"),
    ("utm_medium", "e-mail", "mail", "synonym"),
    ("utm_source", "facebok", "facebook", "typo"),
    ("utm_source", "gogole", "google", "typo"),
    ("utm_campaign", "balkon-ohne-balcon", "balkon-ohne-balkon", "typo"),
    ("utm_campaign", "gutschriftsrehcner", "gutschriftsrechner", "typo"),
    ("utm_campaign", "fr\ufffdhling", "frühling", "typo"),
    ("utm_campaign", "fr\ufffd\ufffdhling", "fruehling", "typo"),
    ("utm_campaign", "fr%c3%bchling", "frühling", "separators"),
]
APART: list[tuple[Any, str, str]] = [
    ("utm_campaign", "herbst-2025", "herbst-2026"),
    ("utm_content", "anzeige-a", "anzeige-b"),
    ("utm_campaign", "sommer", "winter"),
    ("utm_source", "bing", "ding-dong"),
    ("utm_campaign", "fb", "facebook"),
    ("utm_source", "", "facebook"),
    ("utm_source", "facebook", "facebook"),
    ("utm_source", "x", "y"),
    ("utm_campaign", "m\ufffdr", "mär"),
    ("utm_campaign", "fr\ufffdhling", "frühling-2026"),
]


def test_a_value_is_traced_to_the_one_probably_meant_and_what_differs_on_purpose_is_left_alone() -> None:
    for field, value, meant, reason in MEANT:
        assert nearest(field, value, ["messe", meant]) == Proposal(meant, reason), value
    for field, value, other in APART:
        assert nearest(field, value, [other]) is None, value


def test_the_registered_or_more_frequent_value_stays_and_no_proposal_leads_on() -> None:
    seen = [Known("facebok", 90, False), Known("facebook", 5, True), Known("faceboook", 1, False),
            Known("insta", 3, False), Known("ig", 9, False), Known("fb", 2, True)]  # fmt: skip
    assert proposals("utm_source", seen) == {
        "facebok": Proposal("facebook", "typo"),
        "faceboook": Proposal("facebook", "typo"),
        "insta": Proposal("ig", "synonym"),
    }
    spoilt = [Known("fr\ufffdhling", 90, False), Known("fr%c3%bchling", 80, False), Known("frühling", 1, False)]
    assert {value: told.canonical for value, told in proposals("utm_campaign", spoilt).items()} == {
        "fr\ufffdhling": "frühling", "fr%c3%bchling": "frühling",
    }  # fmt: skip
