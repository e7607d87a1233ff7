"""What holds for the waiting list after every step."""

from collections import Counter

from sqlalchemy import select

from services.checks.prove import prove
from services.checks.rules import WAITING
from services.core.db.db import Database
from services.household.hand_over.models import HandOver
from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.models import Reservation
from services.waiting_list.desk.lists import parks
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingOffer
from tests.services.reservations.standing import LONG_AGO


def check_hand_overs(db: Database) -> None:
    """A place has one heir at most, whose reservation is the former one's in number; nothing is offered twice."""
    with db.read() as session:
        reservations = {row.id: row for row in session.scalars(select(Reservation))}
        hand_overs = list(session.scalars(select(HandOver)))
        heirs = {row.taken_over_from_id: row for row in reservations.values() if row.taken_over_from_id}
        accepted = [row.reservation_id for row in hand_overs if row.answer == "accepted"]
        assert sorted(heirs) == sorted(accepted)
        for id_, heir in heirs.items():
            former = reservations[id_]
            assert (former.state, former.spot_number) == ("cancelled", heir.spot_number)
        still_open = Counter(row.reservation_id for row in hand_overs if row.answer is None)
        assert all(count == 1 for count in still_open.values())
        assert all((row.answer is None) == (row.ended_at is None) for row in hand_overs)


def check_list(db: Database) -> None:
    """What the product proves each night of the list, that each pass and each end of an offer is explained to the
    household, and that the console tells spots that sum to the limit.
    """
    found = prove(db, LONG_AGO, WAITING)
    assert {one.invariant.name: one.broken for one in found if one.broken.count} == {}
    with db.read() as session:
        events = Counter((event.entry_id, event.action) for event in session.scalars(select(WaitingEvent)))
        told = Counter((mail.kind, mail.subject_ref) for mail in session.scalars(select(Mail)))
        for entry in session.scalars(select(WaitingEntry)):
            mails = told["waiting_passed", f"waiting:{entry.id}"]
            assert entry.passed == events[entry.id, "passed"] == mails, "each pass is explained"
        answered = Counter((row.entry_id, row.answer) for row in session.scalars(select(WaitingOffer)))
        for (id_, answer), count in answered.items():
            assert answer is None or events[id_, f"offer_{answer}"] == count, "no offer ends without a word"
        for park in session.scalars(select(Park)):
            assert park.kwh_limit is None or park.kwh_taken <= park.kwh_limit, "no more than the park gives"
        for told_of in parks(session):
            spots = (told_of.active, told_of.held, told_of.offered, told_of.blocked, told_of.free)
            assert sum(spots) == told_of.limit
