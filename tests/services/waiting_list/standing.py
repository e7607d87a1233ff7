"""What holds for the waiting list after every step."""

from services.core.db.db import Database
from services.invariants.prove import prove
from services.invariants.waiting import WAITING
from services.waiting_list.desk.lists import parks
from tests.services.reservations.standing import LONG_AGO


def check_list(db: Database) -> None:
    """What the product proves each night of the list, and that the console tells spots that sum to the limit."""
    found = prove(db, LONG_AGO, WAITING)
    assert {one.invariant.name: one.broken for one in found if one.broken.count} == {}
    with db.read() as session:
        for told in parks(session):
            assert told.active + told.held + told.offered + told.blocked + told.free == told.limit
