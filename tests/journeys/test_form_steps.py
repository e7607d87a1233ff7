"""The four sections: what opens them, what moves between them, and what the indicator says."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.pages import CONTACT, ENERGY, ReservationForm, alive

MISSING = {
    "postcode": "Bitte geben Sie Ihre Postleitzahl ein.",
    "energy_provider": "Bitte wählen Sie Ihren Stromversorger.",
    "household_size": "Bitte wählen Sie, wie viele Personen im Haushalt leben.",
    "monthly_abschlag": "Bitte geben Sie Ihren monatlichen Abschlag ein.",
}
FIVE_DIGITS = "Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049."


def test_section_2_opens_only_after_section_1_is_complete(form: ReservationForm) -> None:
    page = form.page
    expect(form.package(2000)).to_have_count(0)
    form.next("zum Solarpaket")
    expect(form.summary).to_be_focused()
    expect(form.summary.get_by_role("heading")).to_have_text("4 Angaben fehlen noch oder stimmen nicht:")
    for name, message in MISSING.items():
        expect(form.error_of(name)).to_have_text(message)
        expect(page.locator(f"#{name}")).to_have_attribute("aria-invalid", "true")
        form.summary.get_by_role("link", name=message).click()
        expect(page.locator(f"#{name}")).to_be_focused()
    expect(form.package(2000)).to_have_count(0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("label", list(ENERGY))
def test_each_field_of_section_1_is_required(form: ReservationForm, label: str) -> None:
    form.fill({name: value for name, value in ENERGY.items() if name != label})
    form.next("zum Solarpaket")
    expect(form.summary.get_by_role("heading")).to_have_text("Eine Angabe fehlt noch oder stimmt nicht:")
    expect(form.package(2000)).to_have_count(0)
    form.fill({label: ENERGY[label]})
    expect(form.page.locator(".field__error")).to_have_count(0)
    form.next("zum Solarpaket")
    expect(form.package(2000)).to_be_attached()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("postcode", "message"),
    [
        pytest.param("1234", FIVE_DIGITS, id="1234"),
        pytest.param("00123", "Diese Postleitzahl gibt es nicht.", id="00123"),
        pytest.param("8504a", FIVE_DIGITS, id="8504a"),
    ],
)
def test_a_postcode_that_cannot_be_one_is_named(form: ReservationForm, postcode: str, message: str) -> None:
    form.fill({**ENERGY, "Postleitzahl": postcode})
    form.next("zum Solarpaket")
    expect(form.error_of("postcode")).to_have_text(message)


def test_the_next_and_back_buttons_scroll_and_move_the_focus(form: ReservationForm) -> None:
    page = form.page
    form.unlock()
    _expect_at_top(page, 2)
    form.next("zur Zahlung")
    expect(form.heading("Wie möchten Sie später zahlen?")).to_be_focused()
    _expect_at_top(page, 3)
    form.next("zu Ihren Daten")
    expect(form.heading("Wohin dürfen wir schreiben?")).to_be_focused()
    _expect_at_top(page, 4)
    page.locator("[data-step='3']").get_by_role("button", name="Zurück").click()
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    page.locator(".review").get_by_role("button", name="Ändern").nth(1).click()
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()


def _expect_at_top(page: Page, step: int) -> None:
    """The section begins in the upper part of the window, below the indicator."""
    heading = page.locator(f"[data-step='{step}'] > h2")
    expect(heading).to_be_in_viewport()
    box = heading.bounding_box()
    assert box is not None
    assert 40 < box["y"] < 300


def test_the_indicator_tells_completed_current_and_upcoming_steps(form: ReservationForm) -> None:
    page = form.page
    steps = page.get_by_role("navigation", name="Fortschritt").get_by_role("listitem")
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 1 von 4")
    _expect_states(page, "current upcoming upcoming upcoming")
    expect(steps.get_by_role("link")).to_have_count(0)
    form.unlock()
    expect(form.progress.get_by_text("Schritt 2 von 4", exact=True)).to_be_visible()
    expect(form.progress.get_by_text("2 von 4", exact=True)).to_be_hidden()
    _expect_states(page, "completed current upcoming upcoming")
    form.next("zur Zahlung")
    _expect_states(page, "completed completed current upcoming")
    form.next("zu Ihren Daten")
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 4 von 4")
    _expect_states(page, "completed completed completed current")
    expect(steps.nth(0)).to_have_text("Erledigt: 1. Energieverbrauch")
    steps.get_by_role("link", name="1. Energieverbrauch").click()
    expect(form.heading("Wie ist es heute?")).to_be_focused()
    _expect_states(page, "current upcoming upcoming upcoming")


def _expect_states(page: Page, states: str) -> None:
    expect(page.locator(".steps li")).to_have_class([f"steps__{state}" for state in states.split()])
    current = states.split().index("current")
    expect(page.locator(".steps [aria-current=step]")).to_have_count(1)
    expect(page.locator(".steps li").nth(current)).to_have_attribute("aria-current", "step")


def test_back_leads_to_the_step_before_and_forward_again(form: ReservationForm) -> None:
    page = form.page
    form.unlock()
    form.next("zur Zahlung")
    form.next("zu Ihren Daten")
    form.fill({"Vorname": "Änne"})
    for heading in ("Wie möchten Sie später zahlen?", "Wie groß soll Ihr Anteil sein?", "Wie ist es heute?"):
        page.go_back()
        expect(form.heading(heading)).to_be_focused()
    page.go_forward()
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    expect(form.field("Vorname")).to_have_value("Änne")


def test_contact_data_outlive_another_page_but_no_reload(form: ReservationForm) -> None:
    page = form.page
    form.complete(consent=False)
    page.get_by_role("banner").get_by_role("link", name="Rechner").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solar Gutschriftsrechner")
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    expect(form.field("Vorname")).to_have_value(CONTACT["Vorname"])
    expect(form.field("E-Mail-Adresse")).to_have_value(CONTACT["E-Mail-Adresse"])
    expect(form.page.locator("form")).to_contain_text("nicht, wenn Sie die Seite neu laden")
    page.reload()
    alive(page)
    expect(form.field("Vorname")).to_have_value("")


def test_the_monthly_payment_pays_back_at_once(form: ReservationForm) -> None:
    form.fill(ENERGY)
    strip = form.page.locator(".payment-strip")
    expect(strip).to_contain_text("Ihr Abschlag: 1.026 € im Jahr.")
    expect(strip).to_contain_text(
        "Standard bringt bei 5 Cent je Kilowattstunde erwartet 100 € im Jahr, so viel wie 1,2 von zwölf Abschlägen."
    )
    lengths = [
        strip.locator(f"path.line-{name}").evaluate("path => path.getTotalLength()") for name in ("sun", "module")
    ]
    assert 0.09 < lengths[0] / lengths[1] < 0.1


@pytest.mark.sample(0)
def test_small_screens_show_n_of_m(form: ReservationForm) -> None:
    form.page.set_viewport_size({"width": 390, "height": 844})
    expect(form.progress.get_by_text("1 von 4", exact=True)).to_be_visible()
    expect(form.progress.get_by_text("Schritt 1 von 4")).to_be_hidden()
    form.unlock()
    expect(form.progress.get_by_text("2 von 4", exact=True)).to_be_visible()


@pytest.mark.sample(0)
def test_the_indicator_follows_scrolling_and_focus(form: ReservationForm) -> None:
    form.unlock()
    form.field("Vorname").focus()
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 4 von 4")
    form.field("Postleitzahl").focus()
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 1 von 4")


@pytest.mark.sample(0)
def test_return_in_a_field_goes_on_and_sends_nothing(form: ReservationForm) -> None:
    calls: list[str] = []
    form.page.on("request", lambda request: calls.append(request.url))
    form.fill(ENERGY)
    form.field("Postleitzahl").press("Enter")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    form.field("Abschlag im Monat").press("Enter")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    form.slider.press("Enter")
    expect(form.heading("Wie möchten Sie später zahlen?")).to_be_focused()
    assert not [url for url in calls if "reserve-spot" in url]
