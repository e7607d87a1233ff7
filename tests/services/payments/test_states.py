"""What an answer of a provider does to a check, for every state and answer."""

import pytest

from services.payments.schemas import CAUSE
from services.payments.states import Answer, Cause, CheckState, Seen, after, deposit_steps

OPEN, H, R, F, E = CheckState.OPEN, CheckState.HELD, CheckState.RELEASED, CheckState.FAILED, CheckState.EXPIRED
TABLE = {
    Seen.WAITING: {OPEN: OPEN, H: H, R: R, F: F, E: E},
    Seen.REFUSED: {OPEN: F, H: H, R: R, F: F, E: F},
    Seen.CLOSED: {OPEN: E, H: H, R: R, F: F, E: E},
    Seen.HELD: {OPEN: H, H: H, R: R, F: H, E: H},
    Seen.RELEASED: {OPEN: R, H: R, R: R, F: R, E: R},
}


@pytest.mark.parametrize("seen", Seen)
@pytest.mark.parametrize("state", CheckState)
def test_every_answer_in_every_state(state: CheckState, seen: Seen) -> None:
    assert after(state, seen) is TABLE[seen][state]
    assert after(after(state, seen), seen) is after(state, seen), "what comes twice does nothing more"


def test_only_a_release_ends_what_is_owed() -> None:
    assert {seen for seen in Seen if after(H, seen) is not H} == {Seen.RELEASED}
    assert all(after(R, seen) is R for seen in Seen)


def test_the_deposit_follows_each_change_once() -> None:
    steps = {(one, other): deposit_steps(one, other) for one in CheckState for other in CheckState}
    assert all(steps[state, state] == () for state in CheckState)
    assert {to: steps[OPEN, to] for to in (H, R, F, E)} == {
        H: ("verify_deposit",),
        R: ("verify_deposit", "refund_deposit"),
        F: ("fail_deposit",),
        E: (),
    }
    assert steps[H, R] == ("verify_deposit", "refund_deposit"), "the first is refused: it is done"


def test_nothing_more_comes_of_a_closed_page_or_a_release_alone() -> None:
    assert {seen for seen in Seen if Answer(seen).is_over} == {Seen.CLOSED, Seen.RELEASED}


def test_every_cause_has_its_sentence() -> None:
    assert set(CAUSE) == set(Cause)
    assert {cause for cause, words in CAUSE.items() if not words} == {Cause.NONE}
