"""The oldest supported browsers, as `public-web/README.md` names them, by what Chromium has and they lack."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.core.http.static_files import PUBLIC_SITE
from services.reservations.models import Reservation
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.pages import ROUTES, ReservationForm, overflow, visit
from tests.journeys.records import Records

LACKING = """() => {
  const gone = {
    'AbortSignal': ['timeout', 'any'],
    'crypto': ['randomUUID'], // on pages without https
    'Array.prototype': ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'],
    'Array': ['fromAsync'], 'Object': ['groupBy'], 'Map': ['groupBy'], 'Promise': ['withResolvers', 'try'],
    'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    'String.prototype': ['isWellFormed', 'toWellFormed'], 'Iterator.prototype': ['map', 'filter', 'toArray'],
    'URL': ['canParse', 'parse'], 'Element.prototype': ['checkVisibility', 'setHTML'],
    'HTMLElement.prototype': ['showPopover', 'togglePopover'], 'Document.prototype': ['startViewTransition'],
    'window': ['requestIdleCallback', 'scheduler', 'navigation', 'structuredClone'],
    'navigator': ['userAgentData', 'userActivation'], 'Response': ['json'], 'CSS': ['registerProperty'],
  }
  for (const [path, names] of Object.entries(gone)) {
    const owner = path.split('.').reduce((found, name) => found?.[name], globalThis)
    for (const name of names) for (let one = owner; one; one = Object.getPrototypeOf(one)) {
      if (!Object.hasOwn(one, name)) continue
      try { Object.defineProperty(one, name, { value: undefined, configurable: true }) } catch {}
      delete one[name]
    }
  }
}"""

WITHOUT_CONTAINERS = """() => {
  let found = 0
  const strip = (rules, parent) => {
    for (let index = rules.length - 1; index >= 0; index--) {
      if (rules[index].constructor.name === 'CSSContainerRule') { parent.deleteRule(index); found++ }
      else if (rules[index].cssRules) strip(rules[index].cssRules, rules[index])
    }
  }
  for (const sheet of document.styleSheets) if (!sheet.disabled) strip(sheet.cssRules, sheet)
  return found
}"""


@pytest.fixture
def old(page: Page) -> Page:
    page.add_init_script(f"({LACKING})()")
    return page


@pytest.mark.own_tab
def test_a_household_reserves_with_an_old_browser(old: Page, server: Server, records: Records) -> None:
    form = ReservationForm(old)
    form.open()
    assert old.evaluate("() => typeof AbortSignal.timeout + typeof crypto.randomUUID") == "undefinedundefined"
    form.complete()
    form.submit.click()
    form.expect_thanks(1)
    assert records.only(Reservation)["email"] == "aenne@example.org"


OF_TEXT = {
    *("/voltigo-im-vergleich", "/widerruf", "/kuendigen", "/agb", "/impressum", "/barrierefreiheit", "/was-wir-messen"),
}
"""What they have of scripts and of styles for containers is the frame that all pages share."""


@pytest.mark.own_tab
def test_every_page_works_and_fits_in_an_old_browser(old: Page) -> None:
    old.set_viewport_size({"width": 375, "height": 667})
    stripped = 0
    left_out = proved(OF_TEXT, set())
    for path in (*(path for path in ROUTES if path not in left_out), "/meine-reservierung", "/warteliste"):
        visit(old, path)
        stripped += old.evaluate(WITHOUT_CONTAINERS)
        assert overflow(old) == 0, path
        expect(old.get_by_role("heading", level=1)).to_be_visible()
    assert stripped > 0


def test_no_script_has_syntax_that_an_old_browser_cannot_read() -> None:
    scripts = [path.read_text("utf-8") for path in PUBLIC_SITE.rglob("*.js")]
    assert len(scripts) > 20
    for newer in (r"\bstatic\s*\{", r"\(\?<[=!]", r"/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\("):
        assert [script[:60] for script in scripts if re.search(newer, script)] == [], newer
