"""What an upgrade makes of the tables that a version no longer has."""

from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.models import Reservation
from services.schema.migrate import downgrade, migrate
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.stored import execute, stored

BEFORE = "0061"
LIST = "/api/staff/reservations"


@pytest.mark.both_databases
def test_the_copies_that_lists_read_go_without_a_file_and_lists_read_on(
    client: TestClient, staff_client: StaffClient, db: Database, tmp_path: Path
) -> None:
    """They were made from the reservations, which stay as they were."""
    for name in ("Müller", "Ærø Yıldız", "Thoma"):
        body = reservation_body(last_name=name, email=f"{len(name)}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    execute(db.engine, "INSERT INTO reservation_tags (tag, reservation_id) VALUES ('Presse', 1)")
    before = stored(db, Reservation)
    downgrade(db, BEFORE)
    with db.engine.connect() as connection:
        queued = connection.scalars(text("SELECT reservation_id FROM reservation_entry_queue ORDER BY 1")).all()
        assert queued == [1, 2, 3], "the code of before makes its copies of all"
        assert connection.scalar(text("SELECT entries FROM reservation_value_counts WHERE name = 'tag'")) == 1
    execute(
        db.engine,
        "INSERT INTO reservation_name_words (form, word) VALUES ('thoma', 'thoma')",
        "UPDATE reservations SET first_name = 'Änne' WHERE id = 3",
    )
    migrate(db, data_folder=tmp_path / "data")
    assert not (tmp_path / "data").exists()
    changed = {"first_name": "Änne", "name_key": "thoma anne"}
    assert stored(db, Reservation) == [*before[:2], before[2] | changed]
    clerk = staff_client("staff")
    names = [row["last_name"] for row in clerk.get(LIST, params={"sort": "last_name", "order": "asc"}).json()["data"]]
    assert names == ["Ærø Yıldız", "Müller", "Thoma"]
    for typed in ("mueller", "presse"):
        assert [row["id"] for row in clerk.get(LIST, params={"q": typed}).json()["data"]] == [1], typed
