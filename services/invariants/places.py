"""Rules of places: each has one holder, and both limits of a park add up."""

from typing import Final

from services.invariants.invariant import Invariant, by_sql
from services.reservations.models import ACTIVE

_GROUP: Final = "Plätze"
_SPOT: Final = "spot"
_IS_ACTIVE: Final = f"r.{ACTIVE.text}"

_TWICE: Final = f"""
    SELECT park_id || ':' || spot_number AS id FROM reservations r
    WHERE {_IS_ACTIVE} GROUP BY park_id, spot_number HAVING count(*) > 1
"""  # noqa: S608 - our own words
_ACTIVE_WITHOUT_SPOT: Final = f"""
    SELECT r.id AS id FROM reservations r
    LEFT JOIN spots s ON s.park_id = r.park_id AND s.number = r.spot_number
    WHERE {_IS_ACTIVE} AND (s.id IS NULL OR s.state <> 'reserved')
"""  # noqa: S608 - our own words
_SPOT_WITHOUT_ACTIVE: Final = f"""
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND {_IS_ACTIVE}
    WHERE s.state = 'reserved' AND r.id IS NULL
"""  # noqa: S608 - our own words
_SPOTS_OF_LIMIT: Final = f"""
    SELECT p.id AS id FROM parks p WHERE p.spot_limit <>
        (SELECT count(*) FROM spots s
         WHERE s.park_id = p.id AND s.number <= p.spot_limit AND s.state <> 'reserved')
        + (SELECT count(*) FROM reservations r
           WHERE r.park_id = p.id AND r.spot_number <= p.spot_limit AND {_IS_ACTIVE})
"""  # noqa: S608 - our own words
_KWH_OF_LIMIT: Final = f"""
    SELECT p.id AS id FROM parks p WHERE p.kwh_taken <>
        (SELECT coalesce(sum(r.annual_kwh), 0) FROM reservations r WHERE r.park_id = p.id AND {_IS_ACTIVE})
        + (SELECT coalesce(sum(s.held_kwh), 0) FROM spots s
           WHERE s.park_id = p.id AND s.state = 'held' AND s.held_for = 'offer')
        + (SELECT coalesce(sum(last.annual_kwh), 0) FROM reservations last JOIN (
               SELECT coalesce(max(s.held_reservation_id), max(r.id)) AS id FROM spots s
               JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND NOT ({_IS_ACTIVE})
               WHERE s.state = 'held' AND s.held_for = 'undo' GROUP BY s.id
           ) gave_up ON gave_up.id = last.id WHERE last.park_id = p.id)
"""  # noqa: S608 - our own words
_HOLD_INCOMPLETE: Final = """
    SELECT park_id || ':' || number AS id FROM spots
    WHERE (state = 'held' AND (held_for IS NULL OR held_until IS NULL))
       OR (state <> 'held' AND (held_for IS NOT NULL OR held_until IS NOT NULL))
       OR (held_kwh IS NOT NULL AND coalesce(held_for, '') <> 'offer') OR (held_for = 'offer' AND held_kwh IS NULL)
"""
_HOLD_WITHOUT_CAUSE: Final = f"""
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND NOT ({_IS_ACTIVE})
    WHERE s.state = 'held' AND s.held_for = 'undo' AND r.id IS NULL
"""  # noqa: S608 - our own words
_HOLD_OVER: Final = """
    SELECT park_id || ':' || number AS id FROM spots WHERE state = 'held' AND held_until < :overdue
"""

PLACES: Final = (
    Invariant("spot_held_once", _GROUP, "Kein Platz ist zweimal vergeben.", _SPOT, by_sql(_TWICE)),
    Invariant(
        "reservation_has_spot",
        _GROUP,
        "Jede laufende Reservierung hat ihren Platz.",
        "reservation",
        by_sql(_ACTIVE_WITHOUT_SPOT),
    ),
    Invariant(
        "spot_has_reservation",
        _GROUP,
        "Jeder belegte Platz gehört zu einer laufenden Reservierung.",
        _SPOT,
        by_sql(_SPOT_WITHOUT_ACTIVE),
    ),
    Invariant(
        "spots_add_up",
        _GROUP,
        "Freie, reservierte, gehaltene, angebotene und gesperrte Plätze ergeben zusammen die Grenze des Parks.",
        "park",
        by_sql(_SPOTS_OF_LIMIT),
    ),
    Invariant(
        "kwh_add_up",
        _GROUP,
        "Die vergebenen Kilowattstunden eines Parks sind die seiner Reservierungen und gehaltenen Plätze.",
        "park",
        by_sql(_KWH_OF_LIMIT),
    ),
    Invariant(
        "hold_is_complete",
        _GROUP,
        "Jeder gehaltene Platz sagt, wofür und bis wann er gehalten wird.",
        _SPOT,
        by_sql(_HOLD_INCOMPLETE),
    ),
    Invariant(
        "hold_has_cause",
        _GROUP,
        "Jeder zum Zurücknehmen gehaltene Platz gehörte zu einer beendeten Reservierung.",
        _SPOT,
        by_sql(_HOLD_WITHOUT_CAUSE),
    ),
    Invariant(
        "hold_ends",
        _GROUP,
        "Kein Platz wird länger als eine Stunde über seine Frist hinaus gehalten.",
        _SPOT,
        by_sql(_HOLD_OVER),
    ),
)
