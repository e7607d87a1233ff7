"""A park in the middle of everything: places in every state, a waiting list with offers, changes, answers and mails."""

from pathlib import Path

from sqlalchemy import update

from services.core.db.db import Database
from services.household import share
from services.parks import allocation
from services.payments.check_card import begin
from services.payments.simulated import SimulatedChecks
from services.reservations.desk.change_share import Choice
from services.reservations.listing.search_text import catch_up_wholly
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from tests.factories import contact_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do
from tests.services.stored import stored
from tests.services.waiting_list.line import PARK, Line, open_small_park


def make_busy(make_client: MakeClient, db: Database, folder: Path) -> HeldClock:
    """Fill the database; the clock that its rows stand by."""
    clock = HeldClock()
    open_small_park(db, spots=6, kwh=16_000)
    app = make_client(clock=clock, rate_limits="off")
    line = Line(app, db, clock, folder)
    line.fill(3000, 2000, 2000, 2000, 2000)
    db.write(lambda session: allocation.block(session, PARK, [6], "Musterfläche", clock.now))
    for name in ("Anton", "Berta", "Clara", "Doris"):
        line.enter(name, 2000)
    line.free(2)
    line.as_("Anton")
    assert line.accept(email="anton@example.org", mobile_phone="0170 9999999").status_code == 200
    line.free(3)
    assert line.state("Berta") == "offered"
    clock.advance(hours=1)
    (first, fourth) = ids_at(db, 1, 4)
    do(db, "cancel", [fourth], clock.now)
    known, wanted = Choice(3000, "24m"), Choice(2000, "48m")
    db.write(lambda session: share.change_share(session, first, known, wanted, clock.now))
    do(db, "add_tag", [first], clock.now, tag="Rückruf")
    do(db, "add_tag", [first, fourth], clock.now, tag="Presse")
    db.write(lambda session: session.execute(update(Reservation).values(email_confirmed_at=clock.now)) and None)
    begin(db, SimulatedChecks(db, "http://127.0.0.1", clock), first, clock)
    assert app.post("/api/contact", json=contact_body()).status_code == 200
    catch_up_wholly(db)
    clock.advance(minutes=1)
    return clock


def ids_at(db: Database, *spots: int) -> list[int]:
    """The running reservations of these places."""
    rows = {row["spot_number"]: row["id"] for row in stored(db, Reservation) if row["state"] in HOLDS_A_SPOT}
    return [rows[spot] for spot in spots]
