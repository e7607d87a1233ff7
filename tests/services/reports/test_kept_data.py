"""No kept file tells who anybody is: every report there is, kept over households that can be recognised."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.definitions import Definition, definitions
from analytics.parameters import PARAMETERS, OneOf
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.staff import StaffClient, state_of
from tests.services.reports.kept_calls import RUNS, operate, reserve

PERSONS = re.compile(
    r"@|%40|haushalt-[0-9]|Nachname[0-9]|Änne|01[57][0-9] ?[0-9]{5}|\+49|VG-[0-9A-Z]{4}-[0-9A-Z]{4}|85049"
)
"""Of the household in `reservation_body`: address, names, telephone, reference, postcode."""
METRIC = re.compile(r'"[a-z_]+@[1-9][0-9]*"')
"""A metric with its version, as kept files name it."""
SPOILT = {
    "utm_source": "post an haushalt-1@example.org",
    "utm_medium": "mail",
    "utm_campaign": "+49 170 4000001",
    "utm_term": "0170 4000001",
    "referral_code": "haushalt-1@example.org",
    "landing_path": "/?email=haushalt-1%40example.org",
}
"""A link that somebody made of a household's own data."""


OWN_DAYS = {"compare_from": "2026-10-01", "compare_to": "2026-10-31"}
"""A period of comparison that is chosen freely has to be given."""


def asked(definition: Definition) -> list[dict[str, Any]]:
    """The report with its defaults, and with each choice it offers."""
    choices = [
        {name: choice} | (OWN_DAYS if choice == "own" else {})
        for name in definition.parameters
        if isinstance(parameter := PARAMETERS[name], OneOf)
        for choice in parameter.names
    ]
    return [{}, *choices]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(definitions()))
def test_a_kept_file_holds_no_personal_data(client: TestClient, staff_client: StaffClient, name: str) -> None:
    admin = staff_client("admin")
    for number in range(3):
        reserve(client, number, {"utm_source": "google", "referral_code": "NACHBAR"}, SPOILT)
    add_visits(state_of(client).db, [visit(state_of(client).clock(), visitor=1, **SPOILT)])
    operate(admin, "cancel", 1, reason="Familie Nachname0 zieht um")
    for parameters in asked(definitions()[name]):
        body = {"report": name, "label": "Alles", "parameters": parameters}
        answer = admin.post(RUNS, json=body)
        assert answer.status_code == 201, answer.text
    kept = sorted((state_of(client).settings.data_dir / "reports").glob("*/*.gz"))
    assert len(kept) == len(asked(definitions()[name]))
    assert {path.name: found for path in kept if (found := persons_in(path))} == {}
    references = [row["reference"] for row in admin.get("/api/staff/reservations").json()["data"]]
    assert len(references) == 3 and all(PERSONS.search(reference) for reference in references)


def persons_in(path: Path) -> list[str]:
    text = gzip.decompress(path.read_bytes()).decode()
    return PERSONS.findall(METRIC.sub("", text))
