"""Withdrawing and giving notice without scripts, log-in and loss; and the same with scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from services.declarations.models import Declaration
from services.mail.models import Mail
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean_as_it_stands
from tests.journeys.declaring import NEXT, NOTICED, REMARK, WITHDRAWN, fill, heading, number, press
from tests.journeys.filling import fill_completely
from tests.journeys.pages import alive, visit
from tests.journeys.records import Records

REFUSED = "status of 422"
NewContext = Callable[..., BrowserContext]


@pytest.fixture
def unscripted(server: Server, new_context: NewContext, watch: Watch) -> Page:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def rows(records: Records) -> list[dict[str, Any]]:
    return records.rows(Declaration)


def test_a_withdrawal_without_scripts_takes_two_presses_and_is_declared_once(
    unscripted: Page, records: Records
) -> None:
    page = unscripted
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Vertrag widerrufen", exact=True).click()
    expect(heading(page, "Vertrag widerrufen")).to_be_visible()
    form = page.locator("form.declare__form")
    fill_completely(form, WITHDRAWN | {"Ihr Name": "Nele", REMARK: "Danke für alles."})
    press(page, NEXT)
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    press(page, "Angaben ändern")
    expect(page.get_by_label("Welchen Vertrag")).to_have_value("VG-2222-2222, Platz 217\nin Ingolstadt")
    fill(page, {"Ihr Name": "Nele Hartwig-Öz"})
    press(page, NEXT)
    assert rows(records) == []
    press(page, "Widerruf bestätigen")
    received = heading(page, "Ihr Widerruf ist eingegangen.")
    expect(received).to_be_visible()
    (row,) = rows(records)
    first = number(page)
    assert (first, row["remark"], row["name"]) == (row["reference"], "Danke für alles.", "Nele Hartwig-Öz")
    expect(page.locator(".declare__head .lead")).to_have_text(row["received_berlin"])
    sheet = page.locator(".declare__sheet")
    expect(sheet).to_contain_text("VG-2222-2222, Platz 217\nin Ingolstadt", use_inner_text=True)
    expect(page.locator("main")).to_contain_text("Dieselbe Bestätigung ist unterwegs an nele@example.org.")
    _save_and_print(page, first)

    page.reload()
    assert number(page) == first
    page.go_back()
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    page.get_by_role("button", name="Widerruf bestätigen").dblclick(no_wait_after=True)
    expect(received).to_be_visible()
    assert number(page) == first
    assert len(rows(records)) == 1
    assert [mail["kind"] for mail in records.rows(Mail)] == ["withdrawal_received"]


def _save_and_print(page: Page, reference: str) -> None:
    with page.expect_download() as download:
        press(page, "Als Datei speichern")
    assert download.value.suggested_filename == f"widerruf-{reference}.txt"
    saved = download.value.path().read_text(encoding="utf-8-sig")
    assert reference in saved
    assert "Vertrag: VG-2222-2222, Platz 217" in saved
    page.emulate_media(media="print")
    expect(page.locator(".declare__sheet")).to_be_visible()
    for gone in ("header.head", "footer.foot", ".declare .button"):
        expect(page.locator(gone)).to_be_hidden()
    page.emulate_media(media="null")


def test_an_extraordinary_notice_names_its_reason_and_its_day_without_scripts(
    unscripted: Page, records: Records, watch: Watch
) -> None:
    watch.expect(REFUSED)
    page = unscripted
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Verträge hier kündigen", exact=True).click()
    for label in ("Ihr Grund", "Letzter Tag des Vertrags"):
        expect(page.get_by_label(label)).to_be_hidden()
    fill(page, {"Ihr Name": "Nele Hartwig", "Ihre E-Mail-Adresse": "nele"})
    press(page, NEXT)
    expect(page.locator("#email-fehler")).to_have_text(
        "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."
    )
    expect(page.locator("#contract-fehler")).to_be_visible()
    expect(page.get_by_label("Ihr Name")).to_have_value("Nele Hartwig")
    expect(page.get_by_label("Ihre E-Mail-Adresse")).to_have_value("nele")
    expect(page.locator(".summary")).to_be_focused()
    page.locator(".summary a").first.click()
    expect(page.get_by_label("Welchen Vertrag")).to_be_in_viewport()
    asked = {
        "Wie möchten Sie kündigen?": "Außerordentlich",
        "Ihr Grund": "Der Park ist nicht am Netz.",
        "Wann soll der Vertrag enden?": "An einem bestimmten Tag",
        "Letzter Tag des Vertrags": "2099-12-31",
    }
    fill_completely(page.locator("form.declare__form"), NOTICED | asked)
    press(page, NEXT)
    for words in ("außerordentlich aus wichtigem Grund", "Der Park ist nicht am Netz.", "31. Dezember 2099"):
        expect(page.locator(".declare__sheet")).to_contain_text(words)
    press(page, "jetzt kündigen")
    expect(heading(page, "Ihre Kündigung ist eingegangen.")).to_be_visible()
    (row,) = rows(records)
    assert (row["notice_kind"], f"{row['wished_end']}") == ("extraordinary", "2099-12-31")
    assert [mail["kind"] for mail in records.rows(Mail)] == ["notice_received"]


@pytest.mark.parametrize("path", ["/kuendigen", pytest.param("/widerruf", marks=pytest.mark.sample(0))])
def test_each_state_is_accessible_and_fits_320_pixels(
    path: str, server: Server, page: Page, watch: Watch, records: Records
) -> None:
    watch.expect(REFUSED)
    typed = WITHDRAWN if path == "/widerruf" else NOTICED
    last = "Widerruf bestätigen" if path == "/widerruf" else "jetzt kündigen"
    visit(page, path)
    press(page, NEXT)
    expect(page.locator(".summary")).to_be_visible()
    if path == "/kuendigen":
        page.get_by_label("Außerordentlich").check()
        page.get_by_label("An einem bestimmten Tag").check()
        page.get_by_label("Ihr Grund").fill("Kein Strom seit Januar")
        page.get_by_label("Letzter Tag des Vertrags").fill("2099-12-31")
    check(page)
    fill(page, {**typed, "Ihr Name": "Donaudampfschifffahrtsgesellschaftskapitänswitwe-Wolfeschlegelsteinhausen"})
    press(page, NEXT)
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    check(page)
    press(page, last)
    expect(page.locator(".declare__number")).to_be_visible()
    check(page)
    reference = number(page)
    page.set_viewport_size({"width": 390, "height": 844})
    _come_and_go_by_script(page, reference)
    assert reference == records.only(Declaration)["reference"]


def _come_and_go_by_script(page: Page, reference: str) -> None:
    """Scripts leave what the server wrote and bring the menu."""
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect(page).to_have_url("/ueber-uns")
    page.go_back()
    assert number(page) == reference
    visit(page, "/faqs")
    with page.expect_event("load"):
        page.get_by_role("contentinfo").get_by_role("link", name="Vertrag widerrufen").click()
    expect(page.get_by_label("Ihr Name")).to_be_visible()
    expect(page).to_have_url("/widerruf")
    page.go_back()
    expect(heading(page, "Häufig gestellte Fragen")).to_be_visible()


def check(page: Page) -> None:
    """As they open, both pages are looked at by `test_pages.py`."""
    alive(page)
    expect_clean_as_it_stands(page)
