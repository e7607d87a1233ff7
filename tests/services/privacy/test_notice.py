"""How long the privacy notice says that data are kept is what the rules of retention say."""

import re

import pytest

from services.data_protection.retention.rules import RULES
from services.privacy.consent_texts import CURRENT_TERMS, LEGAL_TEXTS, READ_WITH

NOTICE = (LEGAL_TEXTS / f"privacy-{READ_WITH[CURRENT_TERMS]['privacy']}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("over", r"Endet sie ohne Vertrag, entfernen wir # Monate danach"),
        ("books", r"Bücher mit Ihrem Namen, .*? bewahren wir # Jahre nach dem Ende des Vertrags auf"),
        ("vouchers", r"Belege # Jahre"),
        ("letters", r"E-Mails # Jahre nach ihrem Datum"),
        ("waiting", r"löschen wir # Tage, nachdem er beendet ist"),
        ("hand_overs", r"löschen sie # Tage nach seinem Ende"),
        ("contact", r"spätestens # Monate nach ihrem Eingang"),
        ("card_checks", r"löschen wir # Tage nach dem Ende der Prüfung"),
        ("abuse", r"speichern wir # Tage lang je ein Kennzeichen"),
    ],
)
def test_the_notice_keeps_data_as_long_as_the_rules(rule: str, said: str) -> None:
    [told] = re.findall(said.replace("#", r"(\d+)"), NOTICE)
    period = re.search(r"\d+", RULES[rule].period)
    assert period is not None
    assert told == period[0]
    assert re.search("Monat|Tag|Jahr", said)[0] in RULES[rule].period  # type: ignore[index]


def test_declarations_are_kept_to_the_end_of_the_third_year() -> None:
    assert RULES["declarations"].period == "bis zum Ende des dritten Jahres nach dem Eingang"
    assert "bis zum Ende des dritten Jahres nach dem ihres Eingangs" in NOTICE


def test_the_notice_names_who_gets_the_card_and_the_account() -> None:
    """The provider is there only for whom the check is offered; an account is asked for with the contract alone."""
    for said in (
        "Nur wenn Sie eine beginnen, öffnet sich die Seite unseres Zahlungsdienstes, Stripe Payments Europe",
        "Von uns bekommt Stripe dafür den Betrag und eine Zufallszahl",
        "Laden wir Sie zum Vertrag ein, fragen wir erst dann nach:",
        "Die IBAN speichern wir verschlüsselt und zeigen nur ihre letzten vier Stellen.",
        "geben wir Kontoinhaber, IBAN, Betrag und Verwendungszweck an unsere Bank",
    ):
        assert said in NOTICE
