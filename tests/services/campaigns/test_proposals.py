"""Which spellings are proposed to be joined, and which must not be."""

import pytest

from services.campaigns.aliases.proposals import Known, Proposal, nearest, proposals


@pytest.mark.parametrize(
    ("field", "value", "meant", "reason"),
    [
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
    ],
)
def test_a_value_is_traced_to_the_one_probably_meant(field: str, value: str, meant: str, reason: str) -> None:
    assert nearest(field, value, ["messe", meant]) == Proposal(meant, reason)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value", "other"),
    [
        ("utm_campaign", "herbst-2025", "herbst-2026"),
        ("utm_content", "anzeige-a", "anzeige-b"),
        ("utm_campaign", "sommer", "winter"),
        ("utm_source", "bing", "ding-dong"),
        ("utm_campaign", "fb", "facebook"),
        ("utm_source", "", "facebook"),
        ("utm_source", "facebook", "facebook"),
        ("utm_source", "x", "y"),
    ],
)
def test_what_differs_on_purpose_is_left_alone(field: str, value: str, other: str) -> None:
    assert nearest(field, value, [other]) is None


def test_the_registered_or_more_frequent_value_stays_and_no_proposal_leads_on() -> None:
    seen = [Known("facebok", 90, False), Known("facebook", 5, True), Known("faceboook", 1, False),
            Known("insta", 3, False), Known("ig", 9, False), Known("fb", 2, True)]  # fmt: skip
    assert proposals("utm_source", seen) == {
        "facebok": Proposal("facebook", "typo"),
        "faceboook": Proposal("facebook", "typo"),
        "insta": Proposal("ig", "synonym"),
    }
