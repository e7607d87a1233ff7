"""Long tables of reports, of which a page is looked at with a few rows."""

from playwright.sync_api import Page

from tests.fixtures.proved import PROVING

_LEAVE_A_FEW = """() => {
  for (const body of document.querySelectorAll('main tbody'))
    [...body.rows].slice(6, -2).forEach(row => row.remove())
}"""


def leave_few_rows(page: Page) -> None:
    """Leave the first six rows of each table and the last two, which may be sums: those between are made alike.

    Thousands of cells are most of what axe costs. The page does not know of it: this comes last in a journey.
    """
    if not PROVING:
        page.evaluate(_LEAVE_A_FEW)
