"""The console's pages of reservations as people use them."""

import re

from playwright.sync_api import Locator, Page, expect

LIST = "/admin/reservations"


class ReservationPages:
    """List, single reservation and form in one browser."""

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

    def edit(self, **fields: str) -> None:
        """Type into the form by labels with underscores for blanks."""
        self.page.get_by_role("link", name="Bearbeiten", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile("bearbeiten$"))
        self.type(**fields)

    def type(self, **fields: str) -> None:
        """Fill fields of the open form; a masked one is opened first, which is put on record."""
        for label, value in fields.items():
            field = self.page.get_by_label(label, exact=True)
            expect(field).to_be_visible()
            masked = self.page.get_by_role("button", name=f"Anzeigen und ändern ({label})", exact=True)
            if masked.count():
                masked.click()
            field.fill(value)

    def save(self) -> None:
        self.page.get_by_role("button", name="Speichern", exact=True).click()

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
