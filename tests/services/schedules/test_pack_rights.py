"""A pack is for those who may see every report of it."""

from tests.services.schedules.calls import SCHEDULES, faults, make, plan
from tests.services.schedules.office import Office

OPEN, CLOSED = {"report": "capacity", "parameters": {}}, {"report": "money", "parameters": {}}


def test_a_pack_is_hidden_from_and_not_sent_to_those_who_may_not_see_all_of_it(office: Office) -> None:
    admin, clerk = office.staff("admin"), office.staff("staff")
    alone = make(admin, report="capacity", further_reports=[OPEN], recipients=[clerk.member.email])
    both = plan(admin, report="capacity", further_reports=[CLOSED], recipients=[clerk.member.email])
    assert faults(admin.post(SCHEDULES, json=both)) == {"recipients.0": "role"}
    assert faults(clerk.post(SCHEDULES, json=both))["further_reports.0.report"] == "unknown_choice"
    pack = make(admin, report="capacity", further_reports=[CLOSED])
    assert [one["id"] for one in clerk.get(SCHEDULES).json()["data"]] == [alone["id"]]
    assert clerk.get(f"{SCHEDULES}/{pack['id']}").status_code == 404
    names = [
        {one["email"] for one in admin.get(f"{SCHEDULES}/recipients", params={"report": reports}).json()["data"]}
        for reports in (["capacity"], ["capacity", "money"])
    ]
    assert [clerk.member.email in found for found in names] == [True, False]


def test_who_loses_the_right_to_one_report_gets_no_mail(office: Office) -> None:
    admin, reader = office.staff("admin"), office.staff("marketing")
    made = make(
        admin, report="capacity", further_reports=[CLOSED], recipients=[reader.member.email, admin.member.email]
    )
    office.set_account(reader.member.id, role="staff")
    [first, second] = office.show(made["id"])["whom"]
    assert (first["state"], first["left_out"]) == ("role", "Rolle darf nicht alle Berichte sehen")
    assert second["state"] == "entitled"
