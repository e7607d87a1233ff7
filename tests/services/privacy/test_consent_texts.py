"""The versions that a consent names are those the site shows, and their wording can be shown again."""

import re
from pathlib import Path

import pytest

from services.privacy.consent_texts import (
    CLIENT_FORM,
    CURRENT_TERMS,
    DESK_TEXTS,
    EVIDENCE_TEXTS,
    LEGAL_TEXTS,
    READ_WITH,
    SPOKEN_TERMS,
    TERMS_TEXTS,
    WRITTEN_TERMS,
)

CONTENT = Path(__file__).parents[3] / "public-web" / "src" / "content" / "de"
VERSIONS, FORM = CONTENT / "legalVersions.ts", CONTENT / "reservation.ts"


def shown_versions() -> dict[str, str]:
    """Legal text to the version that the site shows."""
    found = re.findall(r"(\w+): \{ version: '([^']+)'", VERSIONS.read_text(encoding="utf-8"))
    assert {"terms", "privacy", "imprint", "accessibility"} == {name for name, _ in found}
    return dict(found)


def test_a_consent_today_names_the_terms_and_the_privacy_notice_the_site_shows() -> None:
    shown = shown_versions()
    form = re.search(r"CONSENT_VERSION = '([^']+)'", FORM.read_text(encoding="utf-8"))
    assert form is not None
    assert form[1] == CURRENT_TERMS
    assert READ_WITH[CURRENT_TERMS] == {"terms": shown["terms"], "privacy": shown["privacy"], "form": form[1]}


def test_every_consent_text_of_our_own_form_names_its_documents() -> None:
    assert set(READ_WITH) == set(TERMS_TEXTS) - {CLIENT_FORM} | set(DESK_TEXTS)


def test_what_staff_read_aloud_goes_with_the_documents_the_site_shows() -> None:
    shown = shown_versions()
    documents = {"terms": shown["terms"], "privacy": shown["privacy"]}
    assert [READ_WITH[version] for version in (SPOKEN_TERMS, WRITTEN_TERMS)] == [documents] * 2
    for word in ("kostenlos und unverbindlich", "Nutzungsbedingungen (AGB)"):
        assert word in DESK_TEXTS[SPOKEN_TERMS]
        assert word in TERMS_TEXTS[CURRENT_TERMS]


@pytest.mark.parametrize("version", [CURRENT_TERMS, SPOKEN_TERMS, WRITTEN_TERMS])
def test_nobody_is_asked_to_have_read_the_notice_of_privacy(version: str) -> None:
    """It is given: a confirmation of having read it proves nothing (§ 309 no. 12 b BGB)."""
    asked = EVIDENCE_TEXTS[version].rpartition(".")[2] or EVIDENCE_TEXTS[version]
    assert not re.search("gelesen|zur Kenntnis|Datenschutz", asked)


@pytest.mark.parametrize("version", READ_WITH)
def test_the_documents_behind_a_consent_can_be_shown_again(version: str) -> None:
    for document, heading in (("terms", "Allgemeine Geschäftsbedingungen"), ("privacy", "Datenschutz")):
        file = LEGAL_TEXTS / f"{document}-{READ_WITH[version][document]}.txt"
        assert file.read_text(encoding="utf-8").startswith(f"{heading}\n")


def test_a_kept_wording_names_its_version() -> None:
    kept = sorted(LEGAL_TEXTS.glob("*.txt"))
    assert kept
    for file in kept:
        version = file.stem.partition("-")[2]
        assert f"\nFassung {version}, Stand " in file.read_text(encoding="utf-8"), file.name
