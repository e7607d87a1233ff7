"""Withdrawing and giving notice without scripts, log-in and loss; and the same with scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from services.declarations.models import Declaration
from services.mail.models import Mail
from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_everywhere, violations_in_forced_colours
from tests.journeys.declaring import NEXT, NOTICED, REMARK, WITHDRAWN, fill, heading, number, press, withdraw
from tests.journeys.filling import fill_completely
from tests.journeys.pages import ROUTES, SOME_ROUTES, alive, overflow, visit
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


# Without scripts


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sample(0))])
def test_a_withdrawal_takes_two_presses_and_answers_with_its_receipt(
    width: int, unscripted: Page, records: Records
) -> None:
    page = unscripted
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Vertrag widerrufen", exact=True).click()
    expect(heading(page, "Vertrag widerrufen")).to_be_visible()
    fill_completely(page.locator("form.declare__form"), WITHDRAWN | {REMARK: "Danke für alles."})
    press(page, NEXT)
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    assert rows(records) == []
    press(page, "Widerruf bestätigen")
    expect(heading(page, "Ihr Widerruf ist eingegangen.")).to_be_visible()
    (row,) = rows(records)
    assert (number(page), row["remark"]) == (row["reference"], "Danke für alles.")
    expect(page.locator(".declare__head .lead")).to_have_text(row["received_berlin"])
    expect(page.locator(".declare__sheet")).to_contain_text(
        "VG-2222-2222, Platz 217\nin Ingolstadt", use_inner_text=True
    )
    expect(page.locator("main")).to_contain_text("Dieselbe Bestätigung ist unterwegs an nele@example.org.")
    assert [mail["kind"] for mail in records.rows(Mail)] == ["withdrawal_received"]


def test_an_extraordinary_notice_names_its_reason_and_its_day(unscripted: Page, records: Records) -> None:
    page = unscripted
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Verträge hier kündigen", exact=True).click()
    reason, day = page.get_by_label("Ihr Grund"), page.get_by_label("Letzter Tag des Vertrags")
    expect(reason).to_be_hidden()
    expect(day).to_be_hidden()
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


@pytest.mark.parametrize("path", ["/widerruf", pytest.param("/kuendigen", marks=pytest.mark.sample(0))])
def test_what_is_wrong_stands_at_its_field_and_what_was_typed_stays(path: str, unscripted: Page, watch: Watch) -> None:
    page = unscripted
    watch.expect(REFUSED)
    page.goto(path)
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


def test_back_reload_and_a_second_press_make_no_second_declaration(unscripted: Page, records: Records) -> None:
    page = unscripted
    first = withdraw(page)
    page.reload()
    assert number(page) == first
    page.go_back()
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    press(page, "Widerruf bestätigen")
    assert number(page) == first
    page.go_back()
    expect(heading(page, "Stimmt alles so?")).to_be_visible()
    page.get_by_role("button", name="Widerruf bestätigen").dblclick(no_wait_after=True)
    expect(heading(page, "Ihr Widerruf ist eingegangen.")).to_be_visible()
    assert number(page) == first
    assert len(rows(records)) == len(records.rows(Mail)) == 1


def test_a_slip_is_mended_before_anything_is_declared(unscripted: Page, records: Records) -> None:
    page = unscripted
    page.goto("/widerruf")
    fill(page, WITHDRAWN)
    press(page, NEXT)
    press(page, "Angaben ändern")
    expect(page.get_by_label("Welchen Vertrag")).to_have_value("VG-2222-2222, Platz 217\nin Ingolstadt")
    fill(page, {"Ihr Name": "Nele Hartwig-Öz"})
    press(page, NEXT)
    press(page, "Widerruf bestätigen")
    assert [row["name"] for row in rows(records)] == ["Nele Hartwig-Öz"]


def test_the_receipt_can_be_saved_and_printed(unscripted: Page) -> None:
    page = unscripted
    reference = withdraw(page)
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


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [320, 1280])
def test_both_links_stand_in_the_footer_of_every_page_without_a_menu(width: int, unscripted: Page, page: Page) -> None:
    unscripted.set_viewport_size({"width": width, "height": 844})
    for path in proved(SOME_ROUTES, ROUTES):
        unscripted.goto(path)
        footer = unscripted.get_by_role("contentinfo")
        for name, target in (("Vertrag widerrufen", "/widerruf"), ("Verträge hier kündigen", "/kuendigen")):
            link = footer.get_by_role("link", name=name, exact=True)
            expect(link).to_be_visible()
            expect(link).to_have_attribute("href", target)


# Every state for everybody


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/widerruf", "/kuendigen"])
def test_each_state_is_accessible_and_fits_320_pixels(path: str, server: Server, page: Page, watch: Watch) -> None:
    watch.expect(REFUSED)
    typed = WITHDRAWN if path == "/widerruf" else NOTICED
    last = "Widerruf bestätigen" if path == "/widerruf" else "jetzt kündigen"
    visit(page, path)
    check(page, everywhere=True)
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


def check(page: Page, *, everywhere: bool = False) -> None:
    alive(page)
    assert (violations_everywhere if everywhere else violations)(page) == []
    assert violations_in_forced_colours(page) == []
    page.emulate_media(forced_colors="none", color_scheme="light")
    page.set_viewport_size({"width": 320, "height": 844})
    assert overflow(page) == 0


# With scripts


def test_scripts_leave_what_the_server_wrote_and_bring_the_menu(server: Server, page: Page, records: Records) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    withdraw(page)
    alive(page)
    assert number(page) == rows(records)[0]["reference"]
    page.get_by_role("button", name="Menü öffnen").click()
    page.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect(page).to_have_url("/ueber-uns")
    page.go_back()
    assert number(page) == rows(records)[0]["reference"]
    assert len(rows(records)) == 1


def test_coming_from_another_page_by_script_the_form_is_there(server: Server, page: Page) -> None:
    visit(page, "/faqs")
    page.get_by_role("contentinfo").get_by_role("link", name="Vertrag widerrufen").click()
    expect(page.get_by_label("Ihr Name")).to_be_visible()
    expect(page).to_have_url("/widerruf")
    page.go_back()
    expect(heading(page, "Häufig gestellte Fragen")).to_be_visible()


def test_no_question_of_ours_stands_beside_a_declaration(server: Server, page: Page) -> None:
    for path, count in (("/faqs", 1), ("/widerruf", 0), ("/kuendigen", 0)):
        visit(page, path)
        expect(page.locator("#herkunft")).to_have_count(count)
