"""The comparison: its figures recomputed from the data, its honesty item by item, and its many cells."""

import json
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_within
from tests.journeys.pages import overflow, visit

PATH = "/voltigo-im-vergleich"
FOLDER = Path("services/offer")
OFFER = json.loads((FOLDER / "offer.json").read_text(encoding="utf-8"), parse_float=Decimal)
COMPARISON = json.loads((FOLDER / "comparison.json").read_text(encoding="utf-8"), parse_float=Decimal)
ASSUMED = {name: (Decimal(entry["from"]), Decimal(entry["to"])) for name, entry in COMPARISON["assumptions"].items()}
YEARS = Decimal(OFFER["term_years"])
SHARE = next(entry for entry in OFFER["packages"] if entry["annual_kwh"] == COMPARISON["share_annual_kwh"])
SHARE_PRICE = Decimal(SHARE["price_eur"] + OFFER["fees"]["setup_eur"])
ROOF_KWH = ASSUMED["roof_size"][0] * ASSUMED["roof_yield"][0]

KEPT = 1 - ASSUMED["ageing"][0] / 100
"""Of a year's output, in the year after."""
MEAN = sum((KEPT**year for year in range(int(YEARS))), Decimal(0)) / YEARS
"""Output over the term by that of the first year; the yield of the roof is such a mean already."""

Ends = tuple[Decimal, Decimal]


class Way(NamedTuple):
    """In euros, the cautious or lower end first."""

    investment: Ends
    benefit: Ends
    running: Ends
    kwh: Ends | None


def used_at_home(kwh: Decimal, end: int, self_use: str, feed_in: Decimal) -> Decimal:
    """Euros a year: what is used at home saves bought power, the rest is sold."""
    home = kwh * ASSUMED[self_use][end] / 100
    return (home * ASSUMED["saved_kwh"][end] + (kwh - home) * feed_in) / 100


def ways() -> dict[str, Way]:
    size = ASSUMED["roof_size"][0]
    low, high = (MEAN * kwh for kwh in ASSUMED["balcony_yield"])
    rates = (Decimal(OFFER["credit"]["minimum_tenth_ct"]), Decimal(OFFER["credit"]["maximum_tenth_ct"]))
    kwh = MEAN * SHARE["annual_kwh"]
    nothing = (Decimal(0), Decimal(0))
    return {
        "roof": Way(
            (size * ASSUMED["roof_price"][0], size * ASSUMED["roof_price"][1]),
            (
                used_at_home(ROOF_KWH, 0, "roof_self_use", ASSUMED["roof_feed_in"][0]),
                used_at_home(ROOF_KWH, 1, "roof_self_use", ASSUMED["roof_feed_in"][1]),
            ),
            ASSUMED["roof_running"],
            (ROOF_KWH, ROOF_KWH),
        ),
        "balcony": Way(
            ASSUMED["balcony_price"],
            (
                used_at_home(low, 0, "balcony_self_use", Decimal(0)),
                used_at_home(high, 1, "balcony_self_use", Decimal(0)),
            ),
            ASSUMED["balcony_running"],
            (low, high),
        ),
        "share": Way((SHARE_PRICE, SHARE_PRICE), (kwh * rates[0] / 1000, kwh * rates[1] / 1000), nothing, (kwh, kwh)),
        "tariff": Way(
            nothing,
            (Decimal(0), ASSUMED["tariff_consumption"][0] * ASSUMED["tariff_saving"][1] / 100),
            nothing,
            None,
        ),
    }


def shown(ends: Ends, unit: str, places: str = "1") -> str:
    """`7.200 bis 12.800 €`, or one figure where both ends are the same."""
    german = [f"{end.quantize(Decimal(places), ROUND_HALF_UP):,}".translate(str.maketrans(",.", ".,")) for end in ends]
    return f"{german[1]} {unit}" if german[0] == german[1] else f"{german[0]} bis {german[1]} {unit}"


def years_until(investment: Decimal, benefit: Decimal, running: Decimal) -> Decimal:
    """Day by day through the years: what comes in shrinks with the output, what runs up does not."""
    days, sum_ = 0, Decimal(0)
    while sum_ < investment:
        sum_ += (benefit / MEAN * DAILY_MEAN * KEPT ** (Decimal(days) / 365) - running) / 365
        days += 1
    return Decimal(days) / 365


DAILY_MEAN = -KEPT.ln() / (1 - KEPT)
"""Of the first day by the mean of the first year, where the output shrinks from day to day."""


def figures_of(way: Way) -> dict[str, str]:
    """The cells of a way's row as they must read."""
    cost = (way.investment[0] + YEARS * way.running[0], way.investment[1] + YEARS * way.running[1])
    net = (YEARS * way.benefit[0] - cost[1], YEARS * way.benefit[1] - cost[0])
    cells = {
        "investment": shown(way.investment, "€"),
        "benefit": shown(way.benefit, "€"),
        "cost": shown(cost, "€"),
        "net": shown(net, "€"),
        "covered": "sofort",
        "price": "entfällt, nichts gekauft",
    }
    if way.kwh:
        years = (
            years_until(way.investment[0], way.benefit[1], way.running[0]),
            years_until(way.investment[1], way.benefit[0], way.running[1]),
        )
        cells["covered"] = shown(years, "Jahren", "0.1")
        cells["price"] = shown((way.investment[0] / way.kwh[1], way.investment[1] / way.kwh[0]), "€", "0.01")
    return cells


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("main").locator("section", has=page.get_by_role("heading", level=2, name=heading))


DRAWN = {"roof": "Eigenes Dach", "balcony": "Balkonset", "share": "Anteil am"}
BUTTONS = {"Anteil reservieren": "/reservierung", "Ersparnis berechnen": "/solar-gutschriftsrechner"}


def test_what_it_shows_and_where_it_leads(page: Page, subtests: Subtests) -> None:
    visit(page, PATH)
    for way in ("roof", "balcony", "share", "tariff"):
        with subtests.test("each row shows what the data give", way=way):
            _expect_row(page, way)
    for name in COMPARISON["assumptions"]:
        with subtests.test("every assumption is shown with value, source and year", name=name):
            _expect_assumption(page, name)
    for way, end in product(DRAWN, (0, 1)):
        with subtests.test("the drawing shows one cell for each 100 euros", way=way, end=end):
            _expect_cells(page, way, end)
    for told in (
        _expect_that_the_table_has_a_caption_and_headers_of_both_kinds,
        _expect_that_it_says_first_that_a_suitable_roof_usually_earns_more,
        _expect_that_the_claim_stands_beside_the_computed_figure,
        _expect_that_the_effective_price_is_shown_only_with_its_sum,
    ):
        with subtests.test(told.__name__):
            told(page)
    for name, path in BUTTONS.items():
        with subtests.test("the buttons lead where they say", name=name):
            expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_attribute("href", path)
            assert page.request.get(path).status == 200
    page.set_viewport_size({"width": 320, "height": 844})
    with subtests.test("on small screens each cell carries its label"):
        _expect_labels(page)


def _expect_row(page: Page, way: str) -> None:
    row = page.locator(f"tr[data-option={way}]")
    for figure, text in figures_of(ways()[way]).items():
        expect(row.locator(f"[data-figure={figure}]")).to_have_text(text)


def _expect_assumption(page: Page, name: str) -> None:
    assumption = COMPARISON["assumptions"][name]
    value, source = page.locator(f"tr[data-assumption={name}] td").all()
    low, high = (
        f"{Decimal(assumption[end]).normalize():,f}".translate(str.maketrans(",.", ".,")) for end in ("from", "to")
    )
    number = high if low == high else f"{low} bis {high}"
    expect(value).to_have_text(f"{number} {assumption['unit']}")
    expect(source).to_have_text(f"{assumption['source'] or 'Unsere Annahme'} ({assumption['year']})")


def _expect_cells(page: Page, way: str, end: int) -> None:
    data = ways()[way]
    field = (
        section(page, "in Kästchen zu 100 €")
        .locator(".cells__row")
        .filter(has_text=DRAWN[way])
        .locator("figure")
        .nth(end)
    )
    benefit = YEARS * data.benefit[end] / 100
    cost = (data.investment[1 - end] + YEARS * data.running[1 - end]) / 100
    # A whole number of cells, so half a cell may be missing; an exact half goes up.
    covered = cells_in(field, "zelle-gedeckt")
    assert abs(covered - cost) <= Decimal("0.5")
    assert abs(covered + cells_in(field, "zelle-sonne") - benefit) <= Decimal("0.5")


def _expect_labels(page: Page) -> None:
    cells = page.locator("tr[data-option=roof] td").all()
    assert cells
    for cell in cells:
        label = cell.evaluate("cell => getComputedStyle(cell, '::before').content")
        assert label.strip('"') == cell.get_attribute("data-label")


def _expect_that_the_table_has_a_caption_and_headers_of_both_kinds(page: Page) -> None:
    table = page.get_by_role("table", name="Vier Wege über 20 Jahre im Vergleich")
    expect(table.get_by_role("columnheader")).to_have_text(
        [
            "Weg",
            "Einmalig",
            "Nutzen im Jahr, im Mittel",
            "Kosten in 20 Jahren",
            "Bleibt nach 20 Jahren",
            "Gedeckt nach",
            "Preis je kWh Jahresertrag",
        ]
    )
    expect(table.get_by_role("rowheader").locator("strong")).to_have_text(
        ["Eigenes Dach", "Balkonset", "Anteil am Solarpark", "Ökostromtarif"]
    )
    expect(page.get_by_role("main")).to_contain_text("Beispielrechnung, keine Zusage. Stand: November 2026.")


def _expect_that_it_says_first_that_a_suitable_roof_usually_earns_more(page: Page) -> None:
    expect(page.get_by_role("main").locator(".lead").first).to_contain_text(
        "Ein geeignetes eigenes Dach bringt meist am meisten. "
        "Ein Anteil ist für Haushalte gedacht, die kein eigenes Dach nutzen können."
    )
    advice = page.locator(".advice > div")
    expect(advice).to_have_count(4)
    for number, words in enumerate(("Dann bauen Sie darauf", "Balkon", "ein Anteil das Richtige", "Tarif")):
        expect(advice.nth(number)).to_contain_text(words)


def _expect_that_the_claim_stands_beside_the_computed_figure(page: Page) -> None:
    claim = section(page, "Typischerweise 30 bis 40 % günstiger")
    of_share = SHARE_PRICE / (MEAN * SHARE["annual_kwh"])
    prices = [price / ASSUMED["roof_yield"][0] for price in ASSUMED["roof_price"]]
    cheapest, dearest = (round(100 * (1 - of_share / price)) for price in prices)
    expect(claim.locator(".figure")).to_have_text(f"{cheapest} bis {dearest} %")
    for percent in (30, 40):
        price = of_share * ASSUMED["roof_yield"][0] * 100 / (100 - percent)
        expect(claim).to_contain_text(f"{price.quantize(Decimal(1), ROUND_HALF_UP):,}".replace(",", "."))
    for words in ("Was verglichen wird", "Was nicht verglichen wird", "der Nutzen", "Eigentum"):
        expect(claim).to_contain_text(words)


def _expect_that_the_effective_price_is_shown_only_with_its_sum(page: Page) -> None:
    claim = section(page, "Typischerweise")
    text = claim.get_by_text("Ein Sparszenario von uns nennt 2,5 Cent je Kilowattstunde.")
    expect(text).to_be_hidden()
    claim.get_by_text("Und der effektive Preis von 2,5 Cent?").click()
    expect(text).to_be_visible()
    for part in ("3,2 bis 3,5 Cent", "Premium 1.899 € geteilt durch 60.000 kWh", "erst nach 25,3 Jahren"):
        expect(text).to_contain_text(part)


def test_the_share_is_computed_at_five_and_eight_cent() -> None:
    """The known result, so that a shared mistake in data and test would show."""
    assert figures_of(ways()["share"]) == {
        "investment": "1.378 €",
        "benefit": "95 bis 153 €",
        "cost": "1.378 €",
        "net": "530 bis 1.674 €",
        "covered": "8,8 bis 14,2 Jahren",
        "price": "0,72 €",
    }


def test_the_roof_does_earn_more_than_the_share() -> None:
    """What the page says in words must follow from its own data."""
    net = {}
    for name in ("roof", "share"):
        way = ways()[name]
        net[name] = tuple(
            YEARS * way.benefit[end] - way.investment[1 - end] - YEARS * way.running[1 - end] for end in (0, 1)
        )
    assert net["roof"] > net["share"]
    assert all(roof > share for roof, share in zip(net["roof"], net["share"], strict=True))


def cells_in(field: Locator, pattern: str) -> int:
    """How many cells of 12 × 9 a path fills: its columns are rectangles."""
    path = field.locator(f"path[fill='url(#{pattern})']").get_attribute("d") or ""
    return sum(int(height) // 9 for height in re.findall(r"v(\d+)", path))


def test_without_javascript_tables_and_sums_are_there(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("table")).to_have_count(2)
    page.locator(".sums summary").click()
    expect(page.get_by_text("1.299 € Paketpreis + 79 € Einrichtung = 1.378 €.")).to_be_visible()


def open_all(page: Page) -> None:
    for summary in page.get_by_role("main").locator("summary").all():
        summary.click()


def test_with_every_sum_open_axe_finds_nothing_and_small_screens_do_not_scroll_sideways(
    page: Page, subtests: Subtests
) -> None:
    visit(page, PATH)
    open_all(page)
    with subtests.test("axe finds nothing in what has been opened"):
        assert violations_within(page, "main details") == []
    for width in (390, 320):
        with subtests.test("small screens do not scroll sideways", width=width):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0
