"""The server's words for states are those of the table that the console is compared with too."""

import json
from pathlib import Path

from services.reports.labels import WORDS
from services.reservations.desk.parks.spots import PARK_ACTIONS
from services.reservations.labels import DEPOSIT, SHORT_STATE, STATE
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import EDIT, STATE_OPERATIONS, UNOFFERED

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "reservation_words.json").read_text(encoding="utf-8"))


def test_every_state_has_the_words_of_the_table() -> None:
    told = {str(state): {"words": STATE[state], "short": SHORT_STATE[state]} for state in ReservationState}
    assert told == GOLDEN["states"]


def test_every_card_check_has_the_words_of_the_table() -> None:
    assert {str(state): DEPOSIT[state] for state in DepositState} == GOLDEN["deposits"]


def test_reports_call_states_the_same() -> None:
    assert WORDS["state"] == {name: one["words"] for name, one in GOLDEN["states"].items()}


def test_whatever_happens_to_a_spot_has_words_in_the_console() -> None:
    actions = {operation.name for operation in STATE_OPERATIONS} | {*UNOFFERED} | {*PARK_ACTIONS, "reserved", "reopen"}
    actions -= {EDIT.name}  # no change of state, so no event of a spot
    assert actions - GOLDEN["spot_events"].keys() == set()
