"""The console's pages of reservations as people use them."""

import re

from playwright.sync_api import Locator, Page, expect

LIST = "/admin/reservations"
FACT_OF = {"Vorname": "Name", "Nachname": "Name"}
"""The fact of a field that is called otherwise."""


class ReservationPages:
    """List and single reservation in one browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open_list(self, query: str = "") -> None:
        """Open the list and wait for its rows."""
        self.page.goto(LIST + query)
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Reservierungen")
        expect(self.rows.first).to_be_visible()

    @property
    def rows(self) -> Locator:
        """The rows that name a household."""
        return self.page.locator("tbody tr").filter(has=self.page.get_by_role("link"))

    @property
    def field(self) -> Locator:
        """Where one types what is looked for."""
        return self.page.get_by_role("combobox", name="Suchen: Name, Platz, Telefon, Seite oder Vorgang")

    def search(self, words: str) -> None:
        """Find them in the list: a slash, the words, and on to the list with all that fits."""
        self.page.keyboard.press("/")
        expect(self.field).to_be_focused()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Shift+Enter")

    def open(self, name: str) -> None:
        """Open the one household of that name from the list."""
        self.page.get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    @property
    def facts(self) -> Locator:
        """What is known of the household of the open reservation, and what the desk has set."""
        return self.page.get_by_role("complementary", name="Angaben")

    def open_fact(self, label: str) -> Locator:
        """The field of that label where its value stands; what is masked is shown first, which is put on record."""
        field = self.facts.get_by_label(label, exact=True).and_(self.facts.locator(".fact-input"))
        masked = self.facts.get_by_role("button", name=f"{label} anzeigen, wird protokolliert")
        if masked.count():
            masked.click()
            self.facts.get_by_role("button", name=f"{label} ändern").click()
        elif not field.count():
            self.facts.get_by_role("button", name=re.compile(f"^{FACT_OF.get(label, label)} ")).click()
        expect(field).to_be_visible()
        return field

    def correct(self, **facts: str) -> None:
        """Write over facts of the open reservation, by the labels of their fields, one after another."""
        for label, value in facts.items():
            field = self.open_fact(label)
            field.fill(value)
            field.press("Enter")
            expect(field).to_have_count(0)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def confirm(self, button: str, reason: str = "") -> None:
        """Give the reason where one is asked for, and do it."""
        if reason:
            self.dialog.get_by_label("Grund").fill(reason)
        self.dialog.get_by_role("button", name=re.compile(f"^{button}")).click()

    def state(self) -> Locator:
        """Where the open reservation stands on its way."""
        return self.head.locator("[aria-current=step]")

    @property
    def head(self) -> Locator:
        """Of the open reservation: whom one speaks to, and what is next."""
        return self.page.get_by_role("region", name="Auf einen Blick")

    @property
    def history(self) -> Locator:
        """The timeline of the open reservation."""
        return self.page.get_by_role("region", name="Verlauf", exact=True)

    def operate(self, operation: str) -> None:
        """Choose among all that can be done with the open reservation."""
        self.head.get_by_role("button", name="Vorgänge").click()
        self.dialog.get_by_role("button", name=operation, exact=True).click()
        expect(self.dialog.get_by_role("heading", name=re.compile(f"^{operation}"), level=2)).to_be_visible()

    def note(self, text: str) -> None:
        """Write a note by keyboard alone, and see it in the timeline."""
        self.page.keyboard.press("n")
        expect(self.page.get_by_label("Notiz", exact=True)).to_be_focused()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Control+Enter")
        expect(self.history.get_by_role("listitem").filter(has_text=text)).to_contain_text("von Ihnen")
        expect(self.page.get_by_label("Notiz", exact=True)).to_have_value("")

    def unfold(self, title: str) -> Locator:
        """Open a folded part of the open reservation."""
        self.page.get_by_role("heading", name=title, exact=True).click()
        return self.page.get_by_role("region", name=title, exact=True)
