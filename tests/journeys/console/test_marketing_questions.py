"""The questions of a marketer, each asked from „Heute“, or where the one before was answered, and answered on the
screen in the clicks that the table of `admin-web/README.md` says: the navigation is the same on every page.

What is written or chosen in a file dialog counts for nothing; a choice in a list counts as one.
"""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from services.campaigns.costs import by_hand
from services.campaigns.costs.schemas import CostIn
from services.campaigns.notes import notes
from services.campaigns.notes.schemas import NoteIn
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.documented_steps import documented_steps
from tests.journeys.console.marketing_year import MIDDLE, QUARTER, live_through
from tests.journeys.console.recorder import Recorder
from tests.journeys.console.staff_calls import call_as
from tests.journeys.console.tables import leave_few_rows

pytestmark = pytest.mark.xdist_group("console, questions")

NBSP = "\u00a0"
YESTERDAY = berlin_day(utc_now()) - timedelta(days=1)


@pytest.fixture(scope="module", autouse=True)
def year(module_server: Server, module_db: Database) -> None:
    """The quarter that is looked back on; and a report of yesterday that was kept before its costs came in."""
    live_through(module_server, module_db)
    days = {"from": str(YESTERDAY), "to": str(YESTERDAY)}
    kept = {"report": "overview", "label": "Für die Bank", "parameters": days}
    call_as(module_server, module_db, "marketing", "/api/staff/report-runs", kept)
    cost = CostIn.model_validate({"cents": 1_250, "note": ""})
    sent = NoteIn.model_validate(
        {"day": str(berlin_day(MIDDLE)), "text": "Newsletter im Quartal", "kind": "newsletter", "hour": 11}
    )
    module_db.write(lambda session: notes.add(session, sent, "system", utc_now()) and None)
    module_db.write(lambda session: by_hand.set_cost(session, 1, YESTERDAY, cost, "system", utc_now()) and None)


class Marketer:
    """Asks the questions, one a method."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.hands = Recorder(page)

    def open(self, entry: str, *pages: str) -> None:
        """By the navigation, and for a report by the row of reports."""
        self.hands.click(self.page.get_by_role("link", name=entry, exact=True).first)
        for name in pages:
            self.hands.click(self.page.get_by_role("main").get_by_role("link", name=name, exact=True))
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def open_report(self, *names: str) -> None:
        self.open("Auswerten", *names)
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
        expect(self.section("Was sich geändert hat")).to_contain_text("E-Mail")

    def where_who_is_lost(self) -> None:
        self.open_report("Herkunft", "Weg zum Vertrag")
        expect(self.section("Schritt für Schritt")).to_contain_text("„Schritt 3“ und „Schritt 4“ verloren: 12,5")
        expect(self.page.get_by_role("link", name="Nur newsletter / email / post zeigen")).to_be_visible()

    def facebook_under_each_model(self) -> None:
        self.open("Auswerten")
        self.press("Wie sicher ist das? Post aus Ingolstadt")
        panel = self.page.locator(".money-certainty")
        expect(panel).to_contain_text("Letzte bekannte Herkunft")
        expect(panel).to_contain_text("als letzter Kontakt")

    def spellings_joined(self) -> None:
        self.open("Marketing", "Aufräumen")
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
            f"Tag;Kampagne;Kosten\n{YESTERDAY - timedelta(days=2):%d.%m.%Y};Post aus Ingolstadt;12,50\n",
            encoding="utf-16",
        )
        self.open("Marketing", "Kosten")
        self.page.get_by_label("Datei wählen").set_input_files(file)
        self.hands.steps += 1
        self.hands.click(self.page.get_by_role("button", name=re.compile("^ohne Umsatzsteuer")))
        self.hands.click(self.section("4. Einlesen").get_by_role("button"))
        expect(self.page.get_by_text("Eingelesen als Nummer")).to_be_visible()

    def who_recommends(self) -> None:
        self.open_report("Herkunft", "Empfehlungen")
        expect(self.section("Nach Codes")).to_contain_text("Kein Code wurde mehrmals verwendet.")

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
        self.open("Auswerten", "Festgehalten und regelmäßig")
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

    def what_a_sending_did(self) -> None:
        self.open("Marketing", "Anmerkungen")
        entry = self.page.get_by_role("listitem").filter(has_text="Newsletter im Quartal")
        self.hands.click(entry.get_by_text("Was danach kam"))
        expect(entry).to_contain_text("In den 2 Tagen danach kamen 50 Besucher.")

    def which_keyword(self) -> None:
        self.open_report("Herkunft")
        self.choose("Zeitraum", "Letztes reifes Quartal")
        self.choose("Aufschlüsseln nach", "Suchbegriff")
        expect(self.section("Suchbegriff")).to_contain_text("Am meisten kam über „solar ingolstadt“: 3 Reservierungen")

    def how_long_until_they_reserve(self) -> None:
        self.open("Auswerten")
        expect(self.section("Tage bis zur Reservierung")).to_contain_text(
            re.compile(r"reservierte (die Hälfte )?(am selben Tag|binnen)|weiß man nicht")
        )

    def which_page_loses_people(self) -> None:
        self.open_report("Herkunft", "Weg zum Vertrag")
        expect(self.section("Nach Zielseite und Gerät")).to_contain_text(
            re.compile(r"begannen (10 von 50|20 von 100) Besuchen \(20 %\)")
        )

    def telephone_or_computer(self) -> None:
        self.open_report("Herkunft")
        self.choose("Aufschlüsseln nach", "Gerät")
        expect(self.section("Gerät")).to_contain_text(re.compile("kam (jemand )?über „nicht bekannt“"))

    def months_of_reservations(self) -> None:
        self.open("Auswerten")
        cohorts = self.section("Nach Monaten der Reservierung")
        expect(cohorts).to_contain_text(re.compile(r"Wochen nach der Reservierung hatten [\d,]+ % .* \(\d von 4\)"))

    def how_far_a_recommendation_reaches(self) -> None:
        self.open_report("Herkunft", "Empfehlungen")
        self.choose("Zeitraum", "Letztes reifes Quartal")
        expect(self.section("Im ganzen Zeitraum")).to_contain_text("Mit einem Empfehlungscode kam eine Reservierung")
        codes = self.section("Nach Codes")
        self.hands.click(codes.get_by_text("Als Tabelle"))
        expect(codes.get_by_role("table")).to_contain_text("Verträge mit Weiterempfehlungen")

    def what_a_contract_costs(self) -> None:
        self.open("Auswerten")
        quarters = self.section("Quartal für Quartal")
        expect(quarters).to_contain_text(f"960{NBSP}€ Kosten, 3 Verträge, 320{NBSP}€ je Vertrag")
        expect(quarters).to_contain_text("Je Euro kamen")

    def is_the_week_unusual(self) -> None:
        self.open_report("Überblick")
        self.choose("Zeitraum", "Letzte 7 ganze Tage")
        self.choose("Vergleich", "Zeitraum davor")
        expect(self.section("Im ganzen Zeitraum")).to_contain_text("Im Zeitraum kamen 50 Besucher, davor keine")

    def why_another_number(self) -> None:
        self.open("Auswerten", "Festgehalten und regelmäßig", "Für die Bank")
        self.hands.click(self.page.get_by_role("link", name="Mit heute vergleichen"))
        expect(self.page.get_by_role("row", name=re.compile("^Kosten nicht da 12,50"))).to_be_visible()
        happened = self.page.get_by_role("region", name="Was dazwischen geschah")
        expect(happened.get_by_role("link", name="Kosten „Post aus Ingolstadt“ am")).to_be_visible()


QUESTIONS = {
    "contracts per euro": Marketer.contracts_per_euro,
    "what changed, and with which origins": Marketer.what_changed,
    "where who is lost": Marketer.where_who_is_lost,
    "an origin under each model": Marketer.facebook_under_each_model,
    "who recommends most": Marketer.who_recommends,
    "why a kept number is another one": Marketer.why_another_number,
    "two spellings joined": Marketer.spellings_joined,
}
SEEN_AGAIN = {"contracts per euro"}
"""A later question opens the same page and more of it."""
ELSEWHERE_TOO = {
    "link of a flyer": Marketer.flyer_link,
    "costs from a file of a platform": Marketer.costs_of_a_platform,
    "share of unknown origin": Marketer.unknown_share,
    "credits of a period": Marketer.credits_of_the_summer,
    "when the park is full": Marketer.when_the_park_is_full,
    "every Monday at seven": Marketer.monday_at_seven,
    "told after three days without": Marketer.three_days_without,
    "what a newsletter or a spot did": Marketer.what_a_sending_did,
    "is this week unusual": Marketer.is_the_week_unusual,
    "which keyword": Marketer.which_keyword,
    "how long until they reserve": Marketer.how_long_until_they_reserve,
    "which page loses people": Marketer.which_page_loses_people,
    "telephone or computer": Marketer.telephone_or_computer,
    "months of reservations": Marketer.months_of_reservations,
    "how far a recommendation reaches": Marketer.how_far_a_recommendation_reaches,
    "what a contract costs, what a euro brings": Marketer.what_a_contract_costs,
}
"""Their pages have other journeys, by which `make test` looks at them."""


NUMBERED = {
    "1": "contracts per euro",
    "2": "what changed, and with which origins",
    "3": "where who is lost",
    "4": "an origin under each model",
    "5": "two spellings joined",
    "6": "link of a flyer",
    "7": "costs from a file of a platform",
    "8": "who recommends most",
    "9": "share of unknown origin",
    "10": "credits of a period",
    "11": "when the park is full",
    "12": "every Monday at seven",
    "13": "told after three days without",
    "14": "why a kept number is another one",
    "a": "which keyword",
    "b": "what a newsletter or a spot did",
    "c": "how long until they reserve",
    "d": "which page loses people",
    "e": "telephone or computer",
    "f": "what a newsletter or a spot did",
    "g": "months of reservations",
    "h": "how far a recommendation reaches",
    "i": "share of unknown origin",
    "j": "what a contract costs, what a euro brings",
    "k": "is this week unusual",
}
"""Fourteen that every tool is asked, and eleven that few answer."""


def test_every_question_is_asked_and_its_clicks_are_told() -> None:
    assert list(NUMBERED) == [*map(str, range(1, 15)), *"abcdefghijk"]
    assert set(NUMBERED.values()) == {*QUESTIONS, *ELSEWHERE_TOO}
    assert {question: documented_steps(question)[0] <= 6 for question in NUMBERED.values()} == dict.fromkeys(
        NUMBERED.values(), True
    )


def ask(question: str, page: Page, folder: Path) -> None:
    """In the clicks of the table."""
    marketer = Marketer(page, folder)
    (QUESTIONS | ELSEWHERE_TOO)[question](marketer)
    assert marketer.hands.taken() == documented_steps(question)[0]


def test_a_marketers_monday(page: Page, write_as: SignIn, tmp_path: Path, subtests: Subtests) -> None:
    write_as(page, "marketing")
    page.goto("/admin/")
    for question in QUESTIONS:
        with subtests.test(question):
            ask(question, page, tmp_path)
            if question not in SEEN_AGAIN:
                leave_few_rows(page)
                assert defects(page) == []


@pytest.mark.sample(0)
@pytest.mark.parametrize("question", ELSEWHERE_TOO)
def test_a_question_is_answered_in_the_clicks_of_the_table(
    question: str, page: Page, write_as: SignIn, tmp_path: Path
) -> None:
    write_as(page, "marketing")
    page.goto("/admin/")
    ask(question, page, tmp_path)
