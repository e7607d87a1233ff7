"""The server's words for states are those of the table that the console is compared with too."""

import json
from pathlib import Path

from services.reports.labels import WORDS
from services.reservations.desk.parks.spots import PARK_ACTIONS
from services.reservations.labels import DEPOSIT, SHORT_STATE, STATE
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import EDIT, STATE_OPERATIONS, UNOFFERED

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "reservation_words.json").read_text(encoding="utf-8"))


def test_every_state_card_check_and_event_has_the_words_of_the_table() -> None:
    told = {str(state): {"words": STATE[state], "short": SHORT_STATE[state]} for state in ReservationState}
    assert told == GOLDEN["states"]
    assert {str(state): DEPOSIT[state] for state in DepositState} == GOLDEN["deposits"]
    assert WORDS["state"] == {name: one["words"] for name, one in GOLDEN["states"].items()}, "reports say the same"
    actions = {operation.name for operation in STATE_OPERATIONS} | {*UNOFFERED} | {*PARK_ACTIONS, "reserved", "reopen"}
    actions -= {EDIT.name}  # no change of state, so no event of a spot
    assert actions - GOLDEN["spot_events"].keys() == set()
