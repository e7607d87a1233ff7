"""axe-core, run in the page as it stands."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from tests.fixtures.proved import PROVING, proved

Scheme = Literal["light", "dark"]
_SOURCE = Path(__file__).parents[2] / "public-web" / "node_modules" / "axe-core" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
WIDTHS = (320, 390, 1280)
PHONE_AND_DESK = (390, 1280)
ENDS = (320, 1280)
"""For a part of a page that has been checked at every width: each run reads the whole page, however small the part."""
_TAGS = {"type": "tag", "values": _RULES}
_OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules whose answer a scheme of colours can change; the others need no second look in the dark."""
_EVERYWHERE: dict[Scheme, dict[str, Any]] = {
    "light": {"runOnly": _TAGS},
    "dark": {"runOnly": {"type": "rule", "values": _OF_COLOUR}},
}
_RUN = """async ([within, options]) => {
  // At another width a list is a table or the other way round: a frame tells the page so, the next one shows it.
  for (let frame = 0; frame < 2; frame++) await new Promise(shown => requestAnimationFrame(shown))
  // Another scheme fades in: between two colours the contrast is neither's.
  const passing = document.getAnimations().filter(one => one.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.all(passing.map(one => one.finished.catch(() => null)))
  // Last, since what another width draws may scroll. Elsewhere a control may lie half under the bar, which axe takes
  // for its size.
  window.scrollTo(0, 0)
  const {violations} = await axe.run(within ?? document, {...options, resultTypes: ['violations']})
  const {scrollWidth, clientWidth} = document.documentElement
  return {
    wider: scrollWidth - clientWidth,
    found: violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`),
  }
}"""


@cache
def _source() -> str:
    return _SOURCE.read_text(encoding="utf-8")


def violations_in_forced_colours(page: Page, widths: tuple[int, ...] = ENDS) -> list[str]:
    """What axe finds while the reader's system decides the colours: without contrast, because axe compares the page's
    own, which nobody sees then, and in the light alone, because the dark changes no more than those. One width in
    `make test`, and the one rule whose answer our styles for these colours can change; in `make prove` all of both."""
    page.emulate_media(forced_colors="active")
    without_contrast = {"runOnly": _TAGS, "rules": {"color-contrast": {"enabled": False}}}
    of_links = {"runOnly": {"type": "rule", "values": ["link-in-text-block"]}}
    found = _found(page, {"light": proved(widths[-1:], widths)}, {"light": proved(of_links, without_contrast)})
    page.emulate_media(forced_colors="none")
    return found


def violations_everywhere(page: Page, widths: tuple[int, ...] = WIDTHS, within: str | None = None) -> list[str]:
    """What axe finds at each width in the light by every rule, and in the dark at both ends by those of colour. In
    `make test` at both ends in the light and at the narrowest in the dark."""
    # The dark gives the same names of colours other values, at each width the same: its ends show every pair.
    ends = (widths[0], widths[-1])
    return _found(page, {"light": proved(ends, widths), "dark": proved(ends[:1], ends)}, _EVERYWHERE, within)


def violations(page: Page, widths: tuple[int, ...] = WIDTHS, within: str | None = None) -> list[str]:
    """The same of a page of the console, or of a further state of one that is looked at everywhere as it opens: in
    `make test` at the narrowest in the dark and at the widest in the light, in `make prove` everywhere."""
    if PROVING:
        return violations_everywhere(page, widths, within)
    return _found(page, {"dark": widths[:1], "light": widths[-1:]}, _EVERYWHERE, within)


def violations_as_it_stands(
    page: Page, widths: tuple[int, ...] = PHONE_AND_DESK, within: str | None = None
) -> list[str]:
    """The same of a further state, such as an open dialog, of a page that is looked at as it opens: in `make test` by
    every rule at the size and in the colours that the tab has, which it keeps; in `make prove` everywhere."""
    if PROVING:
        return violations_everywhere(page, widths, within)
    page.emulate_media(reduced_motion="reduce")
    return _look(page, within, _EVERYWHERE["light"])[0]


def violations_within(page: Page, selector: str, widths: tuple[int, ...] = ENDS) -> list[str]:
    """The same in a part of the page, where the rest has been checked without it."""
    return violations(page, widths, selector)


def defects(page: Page, widths: tuple[int, ...] = PHONE_AND_DESK) -> list[str]:
    """`violations`, and by how much the page is wider than the window at any of these widths."""
    if PROVING:
        return _found(page, {"light": widths, "dark": (widths[0], widths[-1])}, _EVERYWHERE, is_measured=True)
    return _found(page, {"dark": widths[:1], "light": widths[1:]}, _EVERYWHERE, is_measured=True)


def expect_clean(page: Page) -> None:
    """Nothing beyond the edges, at the narrowest width and a desk's, and nothing that axe finds. The tab keeps its
    size."""
    _keeping_size(page, lambda: defects(page, proved(ENDS, WIDTHS)))


def expect_clean_as_it_stands(page: Page) -> None:
    """The same of a further state, such as a form with faults, of a page that `expect_clean` looks at as it opens: in
    `make test` at the narrowest width and in the light alone; in `make prove` everywhere."""
    looked_at: dict[Scheme, tuple[int, ...]] = {"light": WIDTHS[:1]}
    _keeping_size(
        page, lambda: defects(page, WIDTHS) if PROVING else _found(page, looked_at, _EVERYWHERE, is_measured=True)
    )


def _keeping_size(page: Page, look: Callable[[], list[str]]) -> None:
    size = page.viewport_size
    assert look() == []
    if size:
        page.set_viewport_size(size)


def _found(
    page: Page,
    widths: dict[Scheme, tuple[int, ...]],
    options: dict[Scheme, dict[str, Any]],
    within: str | None = None,
    is_measured: bool = False,
) -> list[str]:
    found: list[str] = []
    for scheme, of_scheme in widths.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width in dict.fromkeys(of_scheme):
            page.set_viewport_size({"width": width, "height": 844})
            entries, wider = _look(page, within, options[scheme])
            found += [f"{scheme} {width} px, {entry}" for entry in entries]
            if is_measured and wider:
                found.append(f"{scheme} {width} px, wider than the window by {wider} px")
    return found


def _look(page: Page, within: str | None, options: dict[str, Any]) -> tuple[list[str], int]:
    """What axe finds as the page stands, and by how many pixels it is wider than the window."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    answer = page.evaluate(_RUN, [within, options])
    return answer["found"], answer["wider"]
