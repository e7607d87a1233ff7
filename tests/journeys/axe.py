"""axe-core, run in the page as it stands."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

_SOURCE = Path(__file__).parents[2] / "public-web" / "node_modules" / "axe-core" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
WIDTHS = (320, 390, 1280)
_OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules whose answer a scheme of colours can change; the others need no second look in the dark."""
_RUN = """async options => {
  const {violations} = await axe.run(document, {...options, resultTypes: ['violations']})
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`)
}"""


@cache
def _source() -> str:
    return _SOURCE.read_text(encoding="utf-8")


def violations_in_forced_colours(page: Page, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """The same while the reader's system decides the colours; axe compares the page's own, which nobody sees then."""
    page.emulate_media(forced_colors="active")
    return [entry for entry in violations(page, widths) if "color-contrast:" not in entry]


def violations(page: Page, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What axe finds at each width, in the light by every rule and in the dark by those of colour."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found: list[str] = []
    for scheme, only in (
        ("light", {"type": "tag", "values": _RULES}),
        ("dark", {"type": "rule", "values": _OF_COLOUR}),
    ):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            # Elsewhere a control may lie half under the indicator, which axe takes for its size.
            page.evaluate("() => window.scrollTo(0, 0)")
            found += [f"{scheme} {width} px, {entry}" for entry in page.evaluate(_RUN, {"runOnly": only})]
    return found
