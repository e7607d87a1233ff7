"""The questions of a marketer, each asked from „Heute“, answered on the screen and counted in clicks.

`MOST` is what each may take; `analytics/REPORTS.md` has the table with what comparable products take. What is written
or chosen in a file dialog counts for nothing; a choice in a list counts as one.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.marketing_year import MIDDLE, QUARTER, live_through
from tests.journeys.console.recorder import Recorder

NBSP = "\u00a0"
MOST = {
    "contracts per euro": 1,
    "what changed": 4,
    "where who is lost": 2,
    "facebook under each model": 2,
    "spellings joined": 4,
    "flyer link": 5,
    "costs of a platform": 4,
    "who recommends": 2,
    "unknown share": 2,
    "credits of the summer": 3,
    "when the park is full": 2,
    "monday at seven": 6,
    "three days without": 6,
    "why another number": 4,
}


class Marketer:
    """Asks each question from „Heute“ on, one a method; what it took is in `counted`."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.hands = Recorder(page)
        self.counted: dict[str, int] = {}

    def ask(self, question: str, answer: Callable[[], None]) -> None:
        self.page.goto("/admin/")
        self.hands.taken()
        answer()
        self.counted[question] = self.hands.taken()

    def open(self, entry: str, *pages: str) -> None:
        """By the navigation, and for a report by the row of reports."""
        self.hands.click(self.page.get_by_role("link", name=entry, exact=True).first)
        for name in pages:
            self.hands.click(self.page.get_by_role("main").get_by_role("link", name=name, exact=True))
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def open_report(self, name: str) -> None:
        self.open("Auswerten", name)
        expect(self.page.locator(".report[aria-busy=false]")).to_be_visible()

    def section(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    def choose(self, field: str, label: str) -> None:
        self.page.get_by_label(field, exact=True).select_option(label=label)
        self.hands.steps += 1

    def press(self, name: str, within: Locator | None = None) -> None:
        self.hands.click((within or self.page).get_by_role("button", name=name, exact=True))

    def contracts_per_euro(self) -> None:
        self.open("Auswerten")
        row = self.page.get_by_role("row").filter(has_text="Post aus Ingolstadt")
        expect(row).to_contain_text(f"20{NBSP}€")
        expect(row).to_contain_text(f"9 bis 54{NBSP}€")
        expect(self.page.get_by_role("row").filter(has_text="Sommer bei Facebook")).to_contain_text("kein Vertrag")

    def what_changed(self) -> None:
        """Of this quarter so far, against the time before, and by origin."""
        self.open_report("Überblick")
        self.choose("Vergleich", "Zeitraum davor")
        expect(self.section("Im ganzen Zeitraum")).to_contain_text("kann Zufall sein")
        self.hands.click(self.page.get_by_role("link", name="Beide Zeiträume nach Herkunft"))
        expect(self.page.get_by_role("region", name="Kanalgruppe", exact=True)).to_contain_text("E-Mail")

    def where_who_is_lost(self) -> None:
        self.open_report("Weg zum Vertrag")
        expect(self.section("Schritt für Schritt")).to_contain_text("„Schritt 4“ und „Danke-Seite“ verloren: 57,1")
        expect(self.page.get_by_role("link", name="Nur newsletter / email / post zeigen")).to_be_visible()

    def facebook_under_each_model(self) -> None:
        self.open_report("Modelle")
        costs = self.section("Was ein Vertrag kostete")
        expect(costs).to_contain_text(f"Für 900,00{NBSP}€ gab es in keinem Modell einen Vertrag.")
        expect(costs).to_contain_text(f"newsletter / email / post: 20,00{NBSP}€ in jedem Modell")

    def spellings_joined(self) -> None:
        self.open("Marketing", "Schreibweisen")
        self.press("Zusammenführen: fb zählt als facebook")
        dialog = self.page.get_by_role("dialog")
        expect(dialog.get_by_role("region", name="Auswirkung")).to_contain_text("16 Sitzungen")
        self.press("So zuordnen", dialog)
        expect(self.page.get_by_text("„fb“ zählt jetzt als „facebook“.")).to_be_visible()

    def flyer_link(self) -> None:
        self.open("Marketing", "Links")
        self.choose("Kampagne übernehmen", "Post aus Ingolstadt")
        self.press("Kurzlink daraus machen")
        self.press("Anlegen", self.page.get_by_role("dialog"))
        expect(self.page.get_by_text("QR-Code und Aufrufe finden Sie bei der Kampagne")).to_be_visible()

    def costs_of_a_platform(self) -> None:
        file = self.folder / "kosten.csv"
        file.write_text(
            f"Tag;Kampagne;Kosten\n{MIDDLE + timedelta(days=1):%d.%m.%Y};Post aus Ingolstadt;12,50\n", encoding="utf-16"
        )
        self.open("Marketing", "Kosten")
        self.page.get_by_label("Datei wählen").set_input_files(file)
        self.hands.steps += 1
        self.hands.click(self.section("4. Einlesen").get_by_role("button"))
        expect(self.page.get_by_text("Eingelesen als Nummer 1")).to_be_visible()

    def who_recommends(self) -> None:
        self.open_report("Empfehlungen")
        expect(self.section("Nach Codes")).to_contain_text(re.compile("Die meisten kamen mit „[A-Z0-9]+“"))

    def unknown_share(self) -> None:
        self.open_report("Überblick")
        expect(self.section("Was die Zahlen wissen")).to_contain_text("Von 50 Besuchen")

    def credits_of_the_summer(self) -> None:
        self.open_report("Gutschriften")
        self.choose("Reserviert", "Eigener Zeitraum")
        self.page.get_by_label("von", exact=True).fill(str(QUARTER.from_day))
        self.page.get_by_label("bis", exact=True).fill(str(QUARTER.to_day))
        expect(self.section("Grundlage")).to_contain_text("4 Reservierungen")

    def when_the_park_is_full(self) -> None:
        self.open_report("Auslastung")
        expect(self.section("Auf einen Blick")).to_contain_text("Voraussichtlich voll")

    def monday_at_seven(self) -> None:
        self.open("Auswerten", "Regelmäßig")
        self.hands.click(self.page.get_by_role("link", name="Einrichten Wochenüberblick"))
        self.page.get_by_label("Uhrzeit").fill("07:00")
        self.hands.click(self.page.get_by_role("checkbox", name="Excel", exact=True))
        self.press("Speichern")
        expect(self.page.get_by_text("Montags um 7:00 Uhr")).to_be_visible()

    def three_days_without(self) -> None:
        self.open("Auswerten", "Hinweise")
        self.press("Regel anlegen")
        self.choose("Welche Zahl?", "Reservierungen")
        self.choose("Wann möchten Sie es wissen?", "Nichts mehr gekommen")
        self.page.get_by_label("Seit wie vielen Tagen?").fill("3")
        self.press("Speichern")
        expect(self.page.get_by_role("list").filter(has_text="Reservierungen")).to_be_visible()

    def why_another_number(self) -> None:
        self.open("Auswerten", "Festgehalten", "Für die Bank")
        self.hands.click(self.page.get_by_role("link", name="Mit heute vergleichen"))
        expect(self.page.get_by_role("region", name="Was dazwischen geschah")).to_contain_text(
            f"Kostendatei eingelesen: 1 Eintrag, 12,50{NBSP}€"
        )


@pytest.fixture
def marketer(page: Page, server: Server, records_db: Database, sign_in: SignIn, tmp_path: Path) -> Marketer:
    live_through(server, records_db)
    sign_in(page, "marketing", name="Miriam Falk")
    return Marketer(page, tmp_path)


def keep_the_overview(page: Page) -> None:
    """Before its costs change."""
    days = {"from": str(QUARTER.from_day), "to": str(QUARTER.to_day)}
    body = {"report": "overview", "label": "Für die Bank", "parameters": days}
    kept = page.request.post("/api/staff/report-runs", data=body, headers=OWN_PAGE)
    assert kept.status == 201, kept.text()


@pytest.mark.sample(0)
def test_every_question_is_answered_within_its_clicks(page: Page, marketer: Marketer) -> None:
    keep_the_overview(page)
    marketer.ask("contracts per euro", marketer.contracts_per_euro)
    marketer.ask("what changed", marketer.what_changed)
    marketer.ask("where who is lost", marketer.where_who_is_lost)
    marketer.ask("facebook under each model", marketer.facebook_under_each_model)
    marketer.ask("who recommends", marketer.who_recommends)
    marketer.ask("unknown share", marketer.unknown_share)
    marketer.ask("credits of the summer", marketer.credits_of_the_summer)
    marketer.ask("when the park is full", marketer.when_the_park_is_full)
    marketer.ask("spellings joined", marketer.spellings_joined)
    marketer.ask("flyer link", marketer.flyer_link)
    marketer.ask("costs of a platform", marketer.costs_of_a_platform)
    marketer.ask("monday at seven", marketer.monday_at_seven)
    marketer.ask("three days without", marketer.three_days_without)
    marketer.ask("why another number", marketer.why_another_number)
    print(*(f"{question}: {clicks} ({MOST[question]})" for question, clicks in marketer.counted.items()), sep="\n")
    assert {question: clicks for question, clicks in marketer.counted.items() if clicks > MOST[question]} == {}
    assert marketer.counted.keys() == MOST.keys()
