"""The last question of the page after reserving: one tap, and what becomes of it."""

import pytest
from playwright.sync_api import Page, expect

from services.told_origins.models import ToldOrigin
from tests.fixtures.browser import Watch
from tests.journeys.axe import expect_clean, violations_within
from tests.journeys.records import Records, eventually
from tests.journeys.test_confirmation import reserve

ANSWER = "**/api/household/just-reserved/told/answer"


@pytest.mark.usefixtures("server")
def test_an_answer_is_one_tap_and_can_be_changed_and_taken_back(page: Page, records: Records, watch: Watch) -> None:
    watch.expect("ERR_FAILED", "status of 422 .*/told/answer")
    reserve(page, "aenne@web.example.org")
    told = page.locator(".told")
    expect(told.get_by_role("heading")).to_have_text("Wie sind Sie auf uns aufmerksam geworden?")
    assert told.get_by_role("button").all_inner_texts()[-2:] == ["Weiß ich nicht mehr", "Etwas anderes"]
    expect_clean(page)
    order = told.get_by_role("button").all_inner_texts()

    page.route(ANSWER, lambda route: route.abort())
    told.get_by_role("button", name="Podcast").click()
    expect(told.get_by_role("alert")).to_contain_text("„Podcast“ steht noch hier, ist aber nicht gespeichert.")
    expect(told.get_by_role("button", name="Podcast")).to_have_attribute("aria-pressed", "true")
    page.unroute(ANSWER)
    told.get_by_role("button", name="Noch einmal versuchen").click()
    expect(told).to_contain_text("Danke, das hilft uns. Ihre Antwort:")
    expect(told.locator(".told__given")).to_have_text("Podcast")
    expect(told.get_by_role("heading")).to_be_focused()
    assert violations_within(page, ".told") == []
    assert records.only(ToldOrigin)["answer"] == "podcast"

    page.reload()
    expect(told.locator(".told__given")).to_have_text("Podcast")
    told.get_by_role("button", name="Ändern").click()
    assert told.get_by_role("button").all_inner_texts()[: len(order)] == order, "the order stays the household's"
    told.get_by_role("button", name="Etwas anderes").click()
    words = told.get_by_label("Was war es?")
    expect(words).to_be_focused()
    words.fill("Anruf unter 0172 5557711")
    words.press("Enter")
    expect(told).to_contain_text("Bitte ohne E-Mail-Adresse, Telefonnummer und Referenz.")
    expect(words).to_be_focused()
    assert violations_within(page, ".told") == []
    words.fill("Messe in Ingolstadt")
    words.press("Enter")
    expect(told.locator(".told__given")).to_have_text("Messe in Ingolstadt")

    told.get_by_role("button", name="Zurücknehmen").click()
    expect(told).to_contain_text("Ihre Antwort ist gelöscht.")
    eventually(lambda: records.only(ToldOrigin)["text"] == "", "nothing of it is kept")
    page.reload()
    expect(told).to_contain_text("Ihre Antwort ist gelöscht.")
    told.get_by_role("button", name="Doch antworten").click()
    told.get_by_role("button", name="Newsletter").click()
    expect(told.locator(".told__given")).to_have_text("Newsletter")
