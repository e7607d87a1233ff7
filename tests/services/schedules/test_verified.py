"""What leaves is what is kept: a run whose files or mail differ fails, sends nothing, and admins hear of it."""

from dataclasses import replace
from typing import Any

import pytest

from services.mail.models import Mail
from services.reports.render import files as rendering
from services.schedules.errors import RunFailed
from services.schedules.runs import runner
from services.staff.models import AuditEntry
from tests.services.reports.kept_calls import reserve
from tests.services.schedules.calls import make
from tests.services.schedules.office import Office
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")


def lose_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A renderer that forgets the last row of every table."""
    table_of = rendering.table_of

    def wrong(*asked: Any) -> Any:
        table = table_of(*asked)
        return replace(table, rows=list(table.rows)[:-1])

    monkeypatch.setattr(rendering, "table_of", wrong)


def failed_run(office: Office, schedule: int) -> dict[str, Any]:
    with pytest.raises(RunFailed):
        office.run(schedule)
    return office.runs(schedule)[0]


@pytest.mark.parametrize("form", ["xlsx", "csv", "parquet"])
def test_a_renderer_that_loses_rows_sends_nothing(form: str, office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    reserve(office.client, 1, {"utm_source": "google"})
    made = make(office.staff("admin"), formats=[form])
    lose_a_row(monkeypatch)
    run = failed_run(office, made["id"])
    assert (run["state"], run["artefacts"], run["deliveries"]) == ("failed", [], [])
    assert "stimmt nicht mit den berechneten Zahlen überein" in run["error"]
    assert run["error"].endswith("Es wurde nichts gesendet.")
    assert "report_arrived" not in {mail["kind"] for mail in stored(office.db, Mail)}
    assert [one["details"].get("why") for one in stored(office.db, AuditEntry) if one["action"].endswith("failed")] == [
        "differs"
    ]
    assert list((office.settings.data_dir / "reports").glob("*/*")) == []
    assert [path for path in (office.settings.data_dir / "artefacts").glob("*/*") if path.is_file()] == []


def test_admins_hear_of_each_such_run(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    reserve(office.client)
    admin, owner = office.staff("admin"), office.staff("marketing")
    made = make(owner, formats=["csv"])
    lose_a_row(monkeypatch)
    for times in (1, 2):
        failed_run(office, made["id"])
        told = [mail["recipient"] for mail in stored(office.db, Mail) if mail["kind"] == "report_failed"]
        assert (told.count(admin.member.email), told.count(owner.member.email)) == (times, times)


def test_a_mail_that_shows_other_figures_is_not_sent(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    reserve(office.client, 1, {"utm_source": "google"})
    made = make(office.staff("admin"), formats=["body"])
    letter = runner.letter

    def wrong(*asked: Any) -> Any:
        mail = letter(*asked)
        tables = [{**table, "rows": [["verwechselt" for _ in row] for row in table["rows"]]} for table in mail.tables]
        return replace(mail, tables=tables)

    monkeypatch.setattr(runner, "letter", wrong)
    run = failed_run(office, made["id"])
    assert run["error"].startswith("Die E-Mail stimmt nicht")
    assert "report_arrived" not in {mail["kind"] for mail in stored(office.db, Mail)}


def test_what_is_right_is_sent(office: Office) -> None:
    reserve(office.client, 1, {"utm_source": "google"})
    made = make(office.staff("admin"), formats=["xlsx", "csv", "parquet", "pdf", "body"])
    assert office.run(made["id"]) == "Berechnet und in den Versand gegeben: 1 Empfänger."
