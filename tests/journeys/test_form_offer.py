"""Packages, slider and plans show exactly the figures of the golden table."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from pytest import Subtests

from tests.fixtures.proved import proved
from tests.journeys.pages import ReservationForm, euro, short_euro

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "golden" / "offer_cases.json").read_text("utf-8"))
PACKAGES = (1000, 2000, 3000)
SETUP = 7_900


def cents(amount: str) -> int:
    return int(Decimal(amount) * 100)


def comma(number: str) -> str:
    return number.replace(".", ",")


def test_the_form_begins_with_the_defaults_and_a_prominent_effective_rate(form: ReservationForm) -> None:
    form.unlock()
    expect(form.package(2000)).to_be_checked()
    expect(form.plan("one-off")).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "5 Cent")
    expect(form.slider).to_have_value("5")
    expect(form.consent).not_to_be_checked()
    expect(form.page.locator(".package em")).to_have_text("Empfohlen")
    names = form.page.locator(".package__name")
    assert [name.split()[0] for name in names.all_inner_texts()] == ["Basic", "Standard", "Premium"]
    # The effective rate is at least as prominent as the nominal one.
    plan = form.page.locator(".plan").filter(has=form.plan("24m"))
    effective, nominal = plan.get_by_text("effektiver Jahreszins 5,81"), plan.get_by_text("nominal 3")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert effective.evaluate(size) >= nominal.evaluate(size)


def test_the_figures_follow_package_rate_and_plan(form: ReservationForm, subtests: Subtests) -> None:
    form.unlock()
    for kwh in proved(PACKAGES[1:2], PACKAGES):
        form.package(kwh).check(force=True)
        form.plan("one-off").check(force=True)
        with subtests.test("the slider walks all rates", kwh=kwh):
            _expect_figures_at_all_rates(form, kwh)
        with subtests.test("every plan shows its whole price", kwh=kwh):
            _expect_prices(form, kwh)


def _expect_figures_at_all_rates(form: ReservationForm, kwh: int) -> None:
    cases = [case for case in GOLDEN["credits"] if case["annual_kwh"] == kwh]
    assert [case["tenth_ct"] for case in cases] == [50, 55, 60, 65, 70, 75, 80]
    form.slider.press("Home")
    form.slider.press("ArrowLeft")
    for case in cases:
        rate = f"{case['tenth_ct'] / 10:g} Cent".replace(".", ",")
        expect(form.slider).to_have_attribute("aria-valuetext", rate)
        _expect_figures(form, case)
        form.slider.press("ArrowRight")
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")


def _expect_prices(form: ReservationForm, kwh: int) -> None:
    for case in GOLDEN["instalments"]:
        if case["page"] != "summary" or case["annual_kwh"] != kwh:
            continue
        form.plan(case["plan"]).check(force=True)
        plan = form.page.locator(".plan").filter(has=form.plan(case["plan"]))
        total, instalment = cents(case["total"]), euro(cents(case["instalment"]))
        receipt = form.page.get_by_role("complementary", name="Ihre Reservierung")
        expect(receipt).to_contain_text(euro(total))
        if case["plan"] == "one-off":
            together = f"zusammen {short_euro(total + SETUP)} mit 79 € Einrichtung"
            expect(plan).to_contain_text(f"Einmal{short_euro(total)}{together}Gedeckt nach")
            continue
        effective = f"{comma(case['effective_percent'])} %"
        last = euro(cents(case["last_instalment"]))
        count, surcharge = case["plan"].removesuffix("m"), short_euro(cents(case["surcharge"]))
        # Large what is paid at a time; then how often, what it costs more, and what it comes to.
        expect(plan).to_contain_text(
            f"{count} Raten{instalment} im Monat, {count}-mal{surcharge} mehr, effektiver Jahreszins {effective}"
            f"Summe der Raten {short_euro(total)}, zusammen {short_euro(total + SETUP)} mit 79 € Einrichtung, "
            f"letzte Rate {last}, nominal"
        )
        for figure in (instalment, last, effective):
            expect(receipt).to_contain_text(figure)


def _expect_figures(form: ReservationForm, case: dict[str, Any]) -> None:
    live = form.page.locator(".live")
    [at_once] = [
        c
        for c in GOLDEN["instalments"]
        if (c["page"], c["annual_kwh"], c["plan"]) == ("summary", case["annual_kwh"], "one-off")
    ]
    years = comma(at_once["paid_break_even_years"][str(case["tenth_ct"])])
    expect(live.locator(".figure")).to_have_text(
        [short_euro(cents(case["annual"])), short_euro(cents(case["total"])), f"{years} Jahren"]
    )
    expect(live.locator(".live__main")).to_contain_text(f"im Schnitt {euro(cents(case['monthly']))} im Monat")
    expect(live).to_contain_text(f"bei 5 Cent {short_euro(cents(case['minimum_total']))}")
    receipt = form.page.get_by_role("complementary", name="Ihre Reservierung").locator("dd")
    expect(receipt.last).to_have_text(euro(cents(case["total"])))


@pytest.mark.sample(0)
def test_years_count_what_instalments_really_cost(form: ReservationForm, subtests: Subtests) -> None:
    """Larger than the years of a single payment, which stand beside them: in section 2, section 3 and the receipt."""
    form.unlock()
    for plan in ("24m", "48m"):
        with subtests.test(plan):
            _expect_years(form, plan)


def _expect_years(form: ReservationForm, plan: str) -> None:
    form.plan(plan).check(force=True)
    case = next(c for c in GOLDEN["instalments"] if (c["page"], c["annual_kwh"], c["plan"]) == ("summary", 2000, plan))
    paid, once = comma(case["paid_break_even_years"]["50"]), "13,8"
    live = form.page.locator(".live > div").nth(2)
    expect(live).to_contain_text(f"Mit Ihren {plan[:2]} Raten gedeckt nach")
    expect(live.locator(".figure")).to_have_text(f"{paid} Jahren")
    expect(live).to_contain_text(f"einmal bezahlt: {once} Jahre")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert live.locator(".figure").evaluate(size) > live.locator(".quiet").evaluate(size)
    line = form.page.locator(".plan").filter(has=form.plan(plan))
    expect(line).to_contain_text(f"Gedeckt nach {paid} statt {once} Jahren, bei 5 Cent.")
    expect(line).not_to_contain_text("Annahme")
    form.slider.press("ArrowRight")
    assumed = comma(case["paid_break_even_years"]["55"])
    expect(line).to_contain_text(f"Mit Ihrer Annahme, 5,5 Cent: nach {assumed} statt 12,5.")
    form.slider.press("Home")
    receipt = form.page.get_by_role("complementary", name="Ihre Reservierung")
    expect(receipt).to_contain_text(f"{paid} Jahren")
    expect(receipt).to_contain_text(f"einmal bezahlt {once} Jahre")


def test_german_amounts_are_understood_and_unreadable_ones_count_as_nothing(
    form: ReservationForm, subtests: Subtests
) -> None:
    form.unlock(**{"Abschlag im Monat": "abc"})
    review, note = form.page.locator(".review"), form.page.locator(".field__note")
    for amount in ("abc", "85.50.1", "12,345"):
        with subtests.test("unreadable", amount=amount):
            form.fill({"Abschlag im Monat": amount})
            expect(note).to_contain_text("rechnen mit 0 €")
            expect(review).to_contain_text("0,00 € Abschlag im Monat")
            form.fill({"Abschlag im Monat": "85,50"})
            expect(note).to_have_text("")
    for amount, read in (("1.200", "1.200,00 €"), ("1.200,50 €", "1.200,50 €"), ("85,50", "85,50 €")):
        with subtests.test("understood", amount=amount):
            form.fill({"Abschlag im Monat": amount})
            expect(review).to_contain_text(f"{read} Abschlag im Monat")
            expect(note).to_have_text("")
