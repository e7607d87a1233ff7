"""`/widerruf` and `/kuendigen` as a household uses them."""

from playwright.sync_api import Locator, Page

WITHDRAWN = {
    "Ihr Name": "Nele Hartwig",
    "Welchen Vertrag widerrufen Sie?": "VG-2222-2222, Platz 217\nin Ingolstadt",
    "Ihre E-Mail-Adresse": "nele@example.org",
}
NOTICED = {
    "Ihr Name": "Nele Hartwig",
    "Welchen Vertrag kündigen Sie?": "VG-2222-2222",
    "Ihre E-Mail-Adresse": "nele@example.org",
}
REMARK = "Möchten Sie uns noch etwas sagen? (freiwillig)"
NEXT = "Weiter zur Prüfung"


def fill(page: Page, values: dict[str, str]) -> None:
    for label, value in values.items():
        page.get_by_label(label, exact=True).fill(value)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name, level=1)


def number(page: Page) -> str:
    return page.locator(".declare__number strong").inner_text()
