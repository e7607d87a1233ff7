"""A notice can be read in every head and in both colour schemes, also where axe cannot tell."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_as_it_stands
from tests.journeys.pages import visit
from tests.journeys.records import Records
from tests.journeys.tab import leave

CONTRASTS = """() => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number)
  const luminance = rgb => rgb.slice(0, 3).map(part => part / 255)
    .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0)
  const surface = one => {
    for (; one; one = one.parentElement) {
      const colour = numbers(getComputedStyle(one).backgroundColor)
      if (colour.length < 4 || colour[3] === 1) return colour
    }
    return [255, 255, 255]
  }
  const texts = [...document.querySelectorAll('.notice, .notice *')].filter(one => one.getClientRects().length)
  return texts.map(one => {
    const both = [luminance(numbers(getComputedStyle(one).color)), luminance(surface(one))]
    const [light, dark] = both.sort((a, b) => b - a)
    return Math.round((light + .05) / (dark + .05) * 10) / 10
  })
}"""
UNDECIDED = """async () => {
  const {incomplete} = await axe.run('.notice', {runOnly: {type: 'rule', values: ['color-contrast']}})
  return incomplete.flatMap(({nodes}) => nodes.map(node => node.html))
}"""


def join(page: Page, email: str = "nele@example.org") -> None:
    page.get_by_label("Ihr Name").fill("Nele Hartwig")
    page.get_by_label("Ihre E-Mail-Adresse").fill(email)
    page.get_by_role("button", name="Auf die Warteliste").click()


def joined(page: Page, _: Watch) -> None:
    visit(page, "/warteliste")
    join(page)
    expect(page.locator(".notice")).to_contain_text("bestätigen Sie dort Ihre Adresse")


def unknown_link(page: Page, watch: Watch) -> None:
    watch.expect("status of 404")
    page.goto("/warteliste#link=abc")
    expect(page.locator(".notice")).to_have_text("Dieser Link gilt nicht.")


def failed(page: Page, watch: Watch) -> None:
    watch.expect("status of 503")
    page.route("**/api/waiting-list/entries", lambda route: route.fulfill(status=503, body="{}"))
    visit(page, "/warteliste")
    join(page)
    expect(page.locator(".notice")).to_contain_text("Gerade geht es nicht")


def link_on_the_way(page: Page, _: Watch) -> None:
    visit(page, "/warteliste")
    page.get_by_text("Sie stehen schon auf der Liste?").click()
    page.get_by_label("E-Mail-Adresse auf der Liste").fill("nele@example.org")
    page.get_by_role("button", name="Link zuschicken").click()
    expect(page.locator(".notice")).to_contain_text("ist der Link unterwegs")


def unreachable(page: Page, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.route("**/api/waiting-list/**", lambda route: route.abort())
    visit(page, "/warteliste")
    expect(page.locator(".notice")).to_contain_text("keine Antwort bekommen")


def pilot(page: Page, _: Watch) -> None:
    visit(page, "/pilot")
    expect(page.locator(".notice").first).to_contain_text("Zurzeit sind alle Plätze vergeben.")


STATES = {one.__name__: one for one in (joined, unknown_link, failed, link_on_the_way, unreachable, pilot)}


@pytest.mark.usefixtures("server")
def test_every_notice_can_be_read(page: Page, records: Records, watch: Watch, subtests: pytest.Subtests) -> None:
    records.fill_park()
    for name, bring in STATES.items():
        page.unroute_all()
        page.context.clear_cookies()
        leave(page)
        bring(page, watch)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            contrasts = page.evaluate(CONTRASTS)
            with subtests.test(state=name, scheme=scheme):
                assert contrasts and min(contrasts) >= 4.5, contrasts
        with subtests.test(state=name, axe=True):
            assert violations_as_it_stands(page, within="main") == []
            assert page.evaluate(UNDECIDED) == []
