"""What the browser keeps: the draft without personal data, the touches, and nothing else."""

import json

import pytest
from playwright.sync_api import Page, expect

from services.visits.models import ReservationTouch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.pages import (
    CONTACT,
    ENERGY,
    ROUTES,
    SOME_ROUTES,
    ReservationForm,
    alive,
    expect_stored,
    storage,
    visit,
)
from tests.journeys.records import Records


def test_the_draft_survives_reload_and_back(form: ReservationForm) -> None:
    page = form.page
    form.unlock()
    form.package(3000).check(force=True)
    form.slider.press("End")
    form.plan("48m").check(force=True)
    page.reload()
    alive(page)
    _expect_draft(form)
    page.get_by_role("contentinfo").get_by_role("link", name="Impressum").click()
    expect(page).to_have_title("Impressum | Voltigo")
    page.go_back()
    _expect_draft(form)


def _expect_draft(form: ReservationForm) -> None:
    for label, value in ENERGY.items():
        expect(form.field(label)).to_have_value(value)
    expect(form.package(3000)).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")
    expect(form.plan("48m")).to_be_checked()


def test_personal_data_are_not_kept(form: ReservationForm) -> None:
    form.complete()
    form.package(1000).check(force=True)
    form.plan("24m").check(force=True)
    kept = storage(form.page)
    assert set(kept) == {"touches", "step1", "step2", "step3"}
    assert json.loads(kept["step1"]) == {
        "postcode": "85049",
        "energy_provider": "Stadtwerke München",
        "household_size": "3",
        "monthly_abschlag": "85,50",
    }
    assert not [value for value in CONTACT.values() if value in str(kept)]


@pytest.mark.parametrize("path", proved(SOME_ROUTES, ROUTES))
def test_before_the_visitor_acts_only_the_touch_is_kept(page: Page, path: str) -> None:
    visit(page, path)
    assert set(storage(page)) == {"touches"}
    assert page.evaluate("() => localStorage.length") == 0
    assert page.context.cookies() == []


def test_a_campaign_leaves_the_three_fields_of_the_specification(page: Page) -> None:
    visit(page, "/kontakt?utm_source=radio&utm_campaign=sommer&ref=NACHBAR")
    kept = storage(page)
    flat = {"utm_source": "radio", "utm_campaign": "sommer", "referral_code": "NACHBAR"}
    assert {name: kept[name] for name in flat} == flat
    [touch] = json.loads(kept["touches"])
    assert touch["landing_path"] == "/kontakt"


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"attribution_storage": "memory"}])
def test_kept_in_memory_the_touch_still_reaches_the_reservation(server: Server, page: Page, records: Records) -> None:
    form = ReservationForm(page)
    visit(page, "/?utm_source=radio&ref=NACHBAR")
    assert storage(page) == {}
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    form.complete()
    expect_stored(page, {"step1"})
    form.submit.click()
    form.expect_thanks(1)
    expect_stored(page, set())
    touch = records.only(ReservationTouch)
    assert (touch["utm_source"], touch["referral_code"], touch["landing_path"]) == ("radio", "NACHBAR", "/")
