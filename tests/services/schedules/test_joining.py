"""A report joins a schedule that there is, as one more of its pack, or is told why not."""

from typing import Any

import pytest

from services.schedules.pack.reports import MOST_REPORTS
from services.staff.models import AuditEntry
from tests.services.schedules.calls import SCHEDULES, faults, make
from tests.services.schedules.office import Office
from tests.services.schedules.test_own_filters import ANNA
from tests.services.stored import stored

HERBST = {"only_utm_campaign": ["herbst", "sommer"]}
FUNNEL = {"report": "funnel", "parameters": HERBST}


def join(staff: Any, schedule: dict[str, Any], **changes: Any) -> Any:
    body = FUNNEL | {"period": None, "version": schedule["version"]} | changes
    return staff.post(f"{SCHEDULES}/{schedule['id']}/reports", json=body)


def refused(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 409, answer.text
    told = answer.json()
    return told["code"], told["title"]


def changes_told(office: Office) -> list[Any]:
    """What the audit log has of schedules that were changed."""
    entries = stored(office.db, AuditEntry)
    return [one["details"] for one in entries if one["action"] == "report_schedule.changed"]


def test_a_report_with_its_filters_becomes_the_last_of_the_pack(office: Office) -> None:
    admin = office.staff("admin")
    made = make(admin, report="overview", further_reports=[{"report": "money", "parameters": {}}])
    joined = join(admin, made).json()
    assert joined["titles"] == ["Überblick", "Was bringt mein Geld", "Weg zum Vertrag"]
    assert joined["further_reports"][-1] == FUNNEL
    assert {name for name in made if made[name] != joined[name]} == {"further_reports", "titles", "version"}
    assert changes_told(office) == [{"report": "overview", "fields": ["further_reports"]}]


def test_one_that_has_the_same_report_and_filters_says_so(office: Office) -> None:
    admin = office.staff("admin")
    made = make(admin, report="overview", further_reports=[FUNNEL])
    same = [
        HERBST,
        {"only_utm_campaign": ["sommer", "herbst"]},
        HERBST | {"compare": "none", "with_bots": False},  # what it is without them
    ]
    for parameters in same:
        code, words = refused(join(admin, made, parameters=parameters))
        assert (code, words) == (
            "already_in_pack",
            "„Jeden Morgen“ enthält „Weg zum Vertrag“ schon mit denselben Angaben. Es wurde nichts geändert.",
        )
    assert office.show(made["id"])["version"] == made["version"]
    assert join(admin, made, parameters={"only_utm_campaign": ["herbst"]}).status_code == 200


def test_a_full_one_says_so(office: Office) -> None:
    admin = office.staff("admin")
    further = [{"report": "overview", "parameters": {"only_utm_campaign": [str(n)]}} for n in range(MOST_REPORTS - 1)]
    made = make(admin, report="overview", further_reports=further)
    code, words = refused(join(admin, made))
    assert code == "pack_full"
    assert words.startswith("„Jeden Morgen“ hat schon sechs Berichte, mehr passen nicht in eine Mail.")


def test_one_that_was_changed_meanwhile_is_shown_as_it_is_now(office: Office) -> None:
    admin = office.staff("admin")
    made = make(admin, report="overview")
    assert join(admin, made).status_code == 200
    late = join(admin, made, report="paths").json()
    assert (late["code"], late["title"]) == (
        "stale",
        "Jemand hat diese Zustellung inzwischen geändert. Bitte vergleichen Sie beide Stände.",
    )
    assert late["current"]["titles"] == ["Überblick", "Weg zum Vertrag"]
    assert join(admin, late["current"], report="paths").json()["titles"] == [
        "Überblick",
        "Weg zum Vertrag",
        "Wege zur Reservierung",
    ]


def test_only_who_may_change_it_may_add_a_report(office: Office) -> None:
    made = make(office.staff("admin"), report="overview")
    assert join(office.staff("marketing"), made).status_code == 403
    assert join(office.staff("staff"), made, report="capacity", parameters={}).status_code == 404
    own = make(office.staff("marketing"), report="overview")
    assert join(office.staff("admin"), own).status_code == 200


def test_a_report_that_a_recipient_or_the_owner_may_not_see_does_not_take_the_others_from_them(office: Office) -> None:
    admin, clerk = office.staff("admin"), office.staff("staff")
    made = make(admin, report="capacity", recipients=[clerk.member.email, admin.member.email])
    code, words = refused(join(admin, made))
    name = office.show(made["id"])["whom"][0]["name"]
    assert code == "not_for_all"
    assert f"bekommen oder verantworten: {name}. Bitte" in words
    own = make(clerk, report="capacity")
    assert refused(join(admin, own))[0] == "not_for_all"
    assert faults(join(clerk, own)) == {"report": "unknown_choice"}


def test_a_filter_of_a_recipient_has_to_narrow_it_too(office: Office) -> None:
    admin = office.staff("admin")
    own = {ANNA: {"only_utm_campaign": ["winter"]}}
    made = make(admin, report="overview", recipients=[ANNA], own_filters=own)
    assert faults(join(admin, made)) == {"recipients.0": "unknown_choice"}
    assert join(admin, made, parameters={}).status_code == 200


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"report": "nichts"}, "report"),
        ({"parameters": {"compare": "nichts"}}, "compare"),
        ({"parameters": {"from": "2026-01-01"}}, "parameters"),
        ({"period": "nichts"}, "period"),
        ({"version": None}, "version"),
        ({"report": "capacity", "parameters": {"park": "atlantis"}}, "park"),
    ],
)
def test_what_it_does_not_take_is_refused(changes: dict[str, Any], field: str, office: Office) -> None:
    admin = office.staff("admin")
    assert set(faults(join(admin, make(admin, report="overview"), **changes))) == {field}


def test_a_schedule_without_days_takes_the_period_of_the_report(office: Office) -> None:
    admin = office.staff("admin")
    made = make(admin, report="credits", period=None)
    assert faults(join(admin, made)) == {"period": "missing"}
    assert join(admin, made, period="last_month").json()["period"] == "last_month"
    assert changes_told(office) == [{"report": "credits", "fields": ["further_reports", "period"]}]
    other = make(admin, report="overview")
    assert join(admin, other, period="last_month").json()["period"] == "last_7_days"
