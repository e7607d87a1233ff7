"""The mails of a household's own page as mail programs show them: in both colour schemes, on a phone and wider."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from services.mail.catalogue import KINDS, MailKind, to_values
from services.mail.letters.household import PAGE_LETTERS
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from tests.journeys.axe import violations_everywhere
from tests.journeys.pages import overflow
from tests.services.mail.posting import SENDER, received

UNTIL: Final = "Sonntag, 6. Dezember 2026, 19:42 Uhr"
SEED: Final = "a" * 22
LINES: Final = [
    ["Paket", "Standard, 2.000 kWh", "Premium, 3.000 kWh"],
    ["Zahlung", "24 Raten zu 57,38 €", "48 Raten zu 47,48 €"],
    ["E-Mail", "eine.sehr.lange.adresse.ohne.ende@beispielhausen.example", "kurz@example.org"],
]
MEMBERS: Final[dict[str, Any]] = {
    "first_name": "Nele",
    "last_name": "Hartwig",
    "reference": "VG-7K3M-Q2XH",
    "park_name": "Ingolstadt",
    "spot_number": 217,
    "link_seed": SEED,
    "confirm_by": UNTIL,
    "undo_until": UNTIL,
    "lines": LINES,
    "total_spots": 500,
    "taken": [[1, 217]],
}
ASKING: Final = {
    "reservation_received", "confirm_address", "confirm_reminder", "page_link", "confirm_new_address",
    "reservation_given_up", "reservation_lapsed",
}  # fmt: skip
"""The mails with a button."""


def mail_of(kind: str) -> MailKind:
    if kind == "reservation_received":
        return received(spot_number=217, taken=[[1, 217]], link_seed=SEED, confirm_by=UNTIL)
    made = KINDS[kind]
    return made(**{name: MEMBERS[name] for name in (field.name for field in fields(made)) if name in MEMBERS})


def parts_of(kind: str) -> tuple[str, str]:
    """Text and HTML."""
    mail, moment = mail_of(kind), datetime(2026, 11, 22, 18, 42, tzinfo=UTC)
    message = Renderer(SENDER).message(Leased(1, kind, "nele@example.org", to_values(mail), "0123abcd", 1, moment))
    text, html = (message.get_body((part,)) for part in ("plain", "html"))
    assert text is not None and html is not None
    return text.get_content(), html.get_content()


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["reservation_received", *(letter.kind for letter in PAGE_LETTERS)])
def test_a_mail_can_be_read_everywhere(page: Page, kind: str) -> None:
    text, html = parts_of(kind)
    page.set_content(html)
    for width in (360, 390, 700):
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow(page) == 0, width
    # A mail is no page of a site: it has no landmark of its own.
    found = violations_everywhere(page, (390, 700))
    assert [entry for entry in found if not entry.split(", ")[1].startswith(("region:", "landmark-one-main:"))] == []
    buttons = page.locator("table.button a")
    assert buttons.count() == (kind in ASKING)
    assert ("/meine-reservierung#link=" in text) is (kind in ASKING)
    assert "\n\n\n\n" not in text
