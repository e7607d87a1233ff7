"""Variants of a page: who sees which, what is counted, and when an experiment may not start."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from services.experiments.models import Experiment
from services.staff.models import AuditEntry
from services.visits.models import VariantView
from tests.services.experiments.conftest import DRAFT, EXPERIMENTS, Desk, many_visits
from tests.services.stored import stored

VISITORS = 24


def arm_in(page: Any) -> str:
    """The arm that a page names to its scripts."""
    found = re.search(r'name="voltigo-settings" content="([^"]*)"', page.text)
    assert found is not None
    named = json.loads(found[1].replace("&quot;", '"'))["experiment"]["variant"]
    return str(named)


@pytest.fixture
def running(desk: Desk) -> tuple[Desk, int]:
    many_visits(desk.db, desk.today, days=20, visitors=60, every=6)
    return desk, desk.started()


def test_each_visitor_sees_one_arm_all_day_without_a_cookie(running: tuple[Desk, int]) -> None:
    desk, number = running
    addresses = [f"198.51.100.{host}" for host in range(1, VISITORS)]
    first = [desk.page(address) for address in addresses]
    assert [arm_in(desk.page(address)) for address in addresses] == [arm_in(page) for page in first]
    assert set(Counter(arm_in(page) for page in first)) == {f"{number}:a", f"{number}:b"}
    for page in first:
        is_b = arm_in(page) == f"{number}:b"
        assert ("Platz sichern" in re.sub(r"<meta[^>]*>", "", page.text)) is is_b
        assert ("Anteil reservieren" in page.text) is not is_b
        assert "set-cookie" not in page.headers
        assert page.headers["cache-control"] == "private, no-cache"


def test_a_validator_of_one_arm_does_not_answer_for_the_other(running: tuple[Desk, int]) -> None:
    desk, number = running
    pages = {arm_in(page): page for page in (desk.page(f"198.51.100.{host}") for host in range(1, VISITORS))}
    etags = {arm: page.headers["etag"] for arm, page in pages.items()}
    assert len(set(etags.values())) == 2
    own = next(
        f"198.51.100.{host}" for host in range(1, VISITORS) if arm_in(desk.page(f"198.51.100.{host}")) == f"{number}:a"
    )
    assert desk.page(own, **{"If-None-Match": etags[f"{number}:a"]}).status_code == 304
    assert desk.page(own, **{"If-None-Match": etags[f"{number}:b"]}).status_code == 200


def test_bots_get_the_page_as_it_is_and_count_for_no_arm(running: tuple[Desk, int]) -> None:
    desk, number = running
    bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
    page = desk.page("198.51.100.1", bot)
    assert "experiment" not in page.text and "Anteil reservieren" in page.text
    desk.report("198.51.100.1", bot, variant=f"{number}:b")
    assert stored(desk.db, VariantView) == []


def test_a_view_of_the_page_is_counted_once_and_with_what_follows_on_that_day(running: tuple[Desk, int]) -> None:
    desk, number = running
    for host in range(1, 13):
        address, arm = f"198.51.100.{host}", "a" if host % 2 else "b"
        desk.report(address, variant=f"{number}:{arm}")
        desk.report(address, variant=f"{number}:{arm}")
        desk.clock.advance(seconds=5)
        if arm == "b":
            desk.report(address, step="form_started", path="/reservierung", variant=f"{number}:b")
    a, b = desk.show(number)["page_results"]["arms"]
    assert (a["visitors"], a["conversions"], a["rate"]) == (6, None, None), "fewer than five are not shown"
    assert (b["visitors"], b["conversions"], b["rate"]) == (6, 6, 1.0)


def test_what_is_not_shown_is_not_counted(running: tuple[Desk, int]) -> None:
    desk, number = running
    for body in (
        {"variant": f"{number + 1}:a"},
        {"variant": f"{number}:c"},
        {"variant": "nonsense"},
        {"variant": f"{number}:a", "path": "/faqs"},
        {"variant": f"{number}:a", "step": "form_started"},
    ):
        desk.report("198.51.100.1", **body)
    assert stored(desk.db, VariantView) == []


def test_a_visitor_who_saw_both_counts_for_neither(running: tuple[Desk, int]) -> None:
    desk, number = running
    desk.report("198.51.100.1", variant=f"{number}:a")
    desk.report("198.51.100.1", variant=f"{number}:b")
    found = desk.show(number)["page_results"]
    assert (found["saw_both"], [arm["visitors"] for arm in found["arms"]]) == (1, [0, 0])


def test_once_started_the_definition_stays_and_only_the_end_is_open(running: tuple[Desk, int]) -> None:
    desk, number = running
    answer = desk.marketer.put(f"{EXPERIMENTS}/{number}", json=DRAFT | {"text": "Los", "version": 2})
    assert (answer.status_code, answer.json()["code"]) == (409, "experiment_frozen")
    assert desk.marketer.delete(f"{EXPERIMENTS}/{number}").json()["code"] == "experiment_frozen"
    assert desk.start(number).json()["code"] == "experiment_frozen"
    assert desk.marketer.post(f"{EXPERIMENTS}/{number}/stop", json={"reason": ""}).status_code == 422
    ended = desk.marketer.post(f"{EXPERIMENTS}/{number}/stop", json={"reason": "Preis geändert"}).json()
    assert (ended["state"], ended["end_reason"]) == ("stopped", "Preis geändert")
    assert ended["page_results"]["verdict"] == "too_small"
    desk.refresh()
    assert "experiment" not in desk.page("198.51.100.1").text
    told = [row["action"] for row in stored(desk.db, AuditEntry) if row["action"].startswith("experiment")]
    assert told == ["experiment.added", "experiment.started", "experiment.stopped"]


def test_the_plan_of_the_start_is_kept(running: tuple[Desk, int]) -> None:
    desk, number = running
    [row] = stored(desk.db, Experiment)
    plan = desk.show(number)["plan"]
    assert plan == row["plan"]
    assert plan["visitors_a_week"] == pytest.approx(420)
    assert plan["rate"] == pytest.approx(1 / 6)
    assert plan["conversions_needed"] == 316
    assert plan["weeks_needed"] == 4, "316 conversions at 70 a week, of which half have the lift: 87.5"
    assert (row["last_day"] - row["first_day"]).days == 4 * 7 - 1


def test_a_second_experiment_on_the_page_is_refused(running: tuple[Desk, int]) -> None:
    desk, number = running
    answer = desk.start(desk.add(slot="home_headline", text="Strom vom Feld.\nAuch zur Miete."))
    assert (answer.status_code, answer.json()["code"]) == (409, "experiment_overlaps")
    assert answer.json()["experiment_id"] == number


def test_what_would_take_longer_than_26_weeks_is_refused_with_the_weeks(desk: Desk) -> None:
    many_visits(desk.db, desk.today, days=20, visitors=60, every=30)
    number = desk.add(effect_percent=10)
    plan = desk.show(number)["plan"]
    assert plan["weeks_needed"] == 381
    answer = desk.start(number)
    assert (answer.status_code, answer.json()["code"]) == (409, "experiment_impossible")
    assert answer.json()["reason"].startswith("Mit 60 Besuchen dieser Seite am Tag bräuchte es 381 Wochen")
    assert [reach["effect_percent"] for reach in plan["reach"]] == sorted(
        (reach["effect_percent"] for reach in plan["reach"]), reverse=True
    )


def test_without_history_nothing_starts(desk: Desk) -> None:
    answer = desk.start(desk.add())
    assert answer.json()["code"] == "experiment_impossible"
    assert "0 Tage mit Besuchen" in answer.json()["reason"]


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"text": "<b>Los</b>"}, "text", "Bitte nur Text, ohne HTML, Klammern, Sternchen und Adressen."),
        ({"text": "Garantierte Rendite"}, "text", "„Garantiert“ dürfen wir so nicht versprechen."),
        ({"text": "Eins\nZwei"}, "text", "Hier ist Platz für eine Zeile."),
        ({"text": "x" * 29}, "text", "Eine Zeile darf höchstens 28 Zeichen haben"),
        ({"text": " "}, "text", "Bitte schreiben Sie, was Variante B zeigen soll."),
        ({"slot": "imprint"}, "slot", "Bitte wählen Sie einen Text der Website."),
        ({"question": ""}, "question", "Bitte schreiben Sie, was Sie wissen möchten."),
        ({"kind": "weeks"}, "measure", "Kampagnen werden hier an Reservierungen oder Verträgen gemessen."),
        ({"kind": "weeks", "measure": "reservations"}, "campaign_id", "Bitte wählen Sie die Kampagne"),
        ({"effect_percent": 1}, "effect_percent", "Bitte geben Sie eine Zahl von 5 bis 300 an."),
    ],
)
def test_what_a_draft_may_not_say(desk: Desk, changes: dict[str, Any], field: str, sentence: str) -> None:
    answer = desk.marketer.post(EXPERIMENTS, json=DRAFT | changes)
    assert answer.status_code == 422
    [fault] = answer.json()["errors"]
    assert fault["field"] == field
    assert fault["message"].startswith(sentence)
