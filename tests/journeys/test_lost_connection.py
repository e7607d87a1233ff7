"""The network fails at the worst moments; the form shows what is true and never reserves twice."""

import pytest
from playwright.sync_api import Route, expect

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.pages import CONTACT, ENERGY, FAILURE_TOAST, OUTCOME, RESERVE, Calls, ReservationForm, alive
from tests.journeys.records import Records


def test_an_answer_lost_on_its_way_back_is_found_again(
    server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("ERR_FAILED")
    calls = Calls(form.page)
    calls.lose_answers()
    form.complete()
    form.submit.click()
    expect(form.notice).to_contain_text("Wir fragen gerade nach")
    form.expect_thanks(1)
    assert len(calls.keys) == 1
    assert records.spots_reserved() == [1]


@pytest.mark.sample(0)
def test_a_call_lost_on_its_way_there_can_be_sent_again(
    server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("ERR_FAILED")
    calls = Calls(form.page)
    calls.lose()
    form.complete()
    form.submit.click()
    form.expect_toast(FAILURE_TOAST)
    expect(form.notice).to_contain_text("Einen zweiten Platz reserviert das nicht.")
    assert records.spots_reserved() == []
    calls.let_through()
    form.submit.click()
    form.expect_thanks(1)
    assert len(calls.keys) == 3
    assert len(set(calls.keys)) == 1
    assert records.spots_reserved() == [1]


def test_offline_the_form_waits_and_sends_by_itself_when_the_connection_is_back(
    server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    form.complete()
    form.page.context.set_offline(True)
    form.submit.click()
    expect(form.notice).to_contain_text("Die Verbindung war unterbrochen.")
    expect(form.submit).to_have_text("Wird reserviert...")
    form.page.context.set_offline(False)
    form.expect_thanks(1)
    assert records.spots_reserved() == [1]


def test_changed_data_after_a_lost_answer_do_not_reserve_a_second_place(
    server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("ERR_FAILED")
    calls = Calls(form.page)
    calls.lose_answers()
    questions: list[Route] = []

    def lose(route: Route) -> None:
        questions.append(route)
        route.abort()

    form.page.route(OUTCOME, lose)
    form.complete()
    form.submit.click()
    form.expect_toast(FAILURE_TOAST)  # after nine seconds: the page's clock would run on beside a hurried one
    assert len(questions) == 4
    form.page.unroute(OUTCOME)
    calls.let_through()
    form.fill({"Nachname": "Schmidt"})
    form.submit.click()
    form.expect_thanks(1)
    assert records.spots_reserved() == [1]


@pytest.mark.sample(0)
def test_a_reload_before_the_call_arrived_says_so_and_keeps_the_draft(
    server: Server, form: ReservationForm, records: Records
) -> None:
    page, calls = form.page, Calls(form.page)
    calls.hold()
    form.complete()
    with page.expect_request(RESERVE):
        form.submit.click()
    page.reload()
    calls.let_through()
    alive(page)
    expect(form.notice).to_contain_text("Ihre Reservierung ist nicht angekommen.")
    expect(form.field("Postleitzahl")).to_have_value(ENERGY["Postleitzahl"])
    expect(form.field("Vorname")).to_have_value("")
    form.fill(CONTACT)
    form.consent.check()
    form.submit.click()
    form.expect_thanks(1)
    assert records.spots_reserved() == [1]


def test_a_reload_after_the_call_arrived_shows_the_place(
    server: Server, form: ReservationForm, records: Records
) -> None:
    page, calls = form.page, Calls(form.page)
    calls.hold()
    form.complete()
    with page.expect_request(RESERVE):
        form.submit.click()
    assert calls.first_held().fetch().ok
    page.reload()
    form.expect_thanks(1)
    assert len(calls.keys) == 1
    assert records.spots_reserved() == [1]
