"""The state machine of reservations: one table of staff operations, where they are allowed and what they do.

Pure: no database, no clock. Names are those of the staff API. The legal reasons for what cannot be undone: a
withdrawal is the household's declaration and takes effect on arrival (§ 355 BGB), so we cannot undo it with a
click. What we have only entered and announced, a contract included, can be undone until the announcement has been
sent: until then an entry for the wrong household is a slip that nobody has learned of. What we decided alone
(cancel, expire) can be undone for 24 hours, and the household is notified if it had been notified before.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState

HOUSEHOLD = "household"
"""The role, and in histories the actor, of a household on its own page."""
PROVIDER = "payment provider"
"""In histories the actor of what is a fact at the payment provider: nobody takes it back, and it stops no undo."""
CLERKS = frozenset({"admin", "staff"})
ADMINS = frozenset({"admin"})
UNDO_HOURS = 24
UNDO_WINDOW = timedelta(hours=UNDO_HOURS)
INVITATION_LASTS = timedelta(days=28)
ANSWER_AGAIN = timedelta(days=7)
"""How long a household may still answer whose lapsed invitation was undone."""
ALONE_AT_MOST = 25
"""For how many households one person does a final operation; beyond that a second one approves it."""


class SpotEffect(StrEnum):
    """Effect on the spot: `hold` keeps it from others until the undo window is over."""

    KEEP = "keep"
    HOLD = "hold"
    FREE = "free"
    BLOCK = "block"
    """Taken off the market: a park that is not built has nothing to sell."""
    CHANGE = "change"
    """Taken, exchanged or resized by a separate use case (`CORRECTIONS`)."""


class UndoRule(StrEnum):
    """Whether an operation can be undone within `UNDO_HOURS`."""

    NEVER = "never"
    UNTIL_SENT = "until_sent"
    """Only while the mail waits in the outbox: once sent, it is final."""
    ALWAYS = "always"


class Refund(StrEnum):
    """What must be refunded. The table only says what is owed; nothing is paid by it."""

    NONE = "none"
    DEPOSIT = "deposit"
    """The 1 € of the card check, where it was really taken."""
    EVERYTHING = "everything"


ANY_STATE = frozenset(ReservationState)
ANY_DEPOSIT = frozenset(DepositState)
_HOLDING = frozenset(HOLDS_A_SPOT)
BEFORE_CONTRACT = frozenset({ReservationState.RESERVED, ReservationState.INVITED})


@dataclass(frozen=True, slots=True)
class Operation:
    """One named operation. `to_state` and `to_deposit` are None where it leaves them alone."""

    name: str
    from_states: frozenset[ReservationState] = ANY_STATE
    to_state: ReservationState | None = None
    from_deposits: frozenset[DepositState] = ANY_DEPOSIT
    to_deposit: DepositState | None = None
    roles: frozenset[str] = CLERKS
    mail: str | None = None
    """Kind of the mail the household gets."""
    spot: SpotEffect = SpotEffect.KEEP
    refund: Refund = Refund.NONE
    undo: UndoRule = UndoRule.ALWAYS
    no_undo_because: str = ""
    """German, for people."""
    needs_reason: bool = False
    may_be_untold: bool = False
    """Whether staff may suppress its mail, stating a reason."""
    asks_for_count: bool = False
    """For many it requires typing their number: it changes what a household is owed or owes."""
    depends_on: frozenset[str] = frozenset({"state", "deposit_state"})
    """The members relevant to the decision. A change of any other does not make it stale."""
    is_offered: bool = True
    """Whether it is listed among the actions of a reservation; otherwise it can only be called by name."""
    is_announced_at_once: bool = False
    """Whether its mail goes out without the ten minutes in which a clerk may notice a slip."""
    correction: str = "reservation_reinstated"
    """Kind of the mail that follows an undo after its own mail has gone out."""
    is_of_park: bool = False
    """Only ever done to all reservations of a park at once, with the park itself (`desk/parks/cancel.py`)."""

    @property
    def undo_hours(self) -> int | None:
        """For how long it can be undone at most; None: not at all."""
        return None if self.undo is UndoRule.NEVER else UNDO_HOURS

    def needs_second_person(self, count: int) -> bool:
        """Whether one person alone may not do it to so many: what it does to each is final."""
        return self.asks_for_count and count > ALONE_AT_MOST

    @property
    def undone_while(self) -> frozenset[str]:
        """Members that block the undo if they have changed since, in addition to those that the operation changed. The
        card check matters to a state only where its end releases the card or owes a refund.
        """
        is_of_card = self.to_state is None or self.refund is not Refund.NONE
        return self.depends_on if is_of_card else self.depends_on - {"deposit_state"}

    @property
    def releases_card(self) -> bool:
        """Whether a card check that was never made becomes unnecessary because the reservation is over."""
        return self.refund is not Refund.NONE

    def deposit_after(self, deposit: DepositState) -> DepositState:
        """The state of the card check afterwards. Money taken stays `verified` until it is refunded."""
        if self.to_deposit is not None:
            return self.to_deposit
        if self.releases_card and deposit is DepositState.RESERVED:
            return DepositState.WAIVED
        return deposit


_DECLARED = "Ein Widerruf ist die Erklärung des Haushalts und gilt mit ihrem Eingang."
_PARK_GONE = "Ein abgesagter Park bleibt abgesagt."

STATE_OPERATIONS = (
    Operation(
        "invite",
        from_states=frozenset({ReservationState.RESERVED}),
        to_state=ReservationState.INVITED,
        mail="contract_invitation",
        undo=UndoRule.UNTIL_SENT,
        depends_on=frozenset({"state", "deposit_state", "decided_at"}),
    ),
    Operation(
        "contract",
        from_states=frozenset({ReservationState.INVITED}),
        to_state=ReservationState.CONTRACTED,
        mail="contract_closed",
        undo=UndoRule.UNTIL_SENT,
        asks_for_count=True,
    ),
    Operation(
        "activate",
        from_states=frozenset({ReservationState.CONTRACTED}),
        to_state=ReservationState.ACTIVE,
        mail="supply_begins",
        undo=UndoRule.UNTIL_SENT,
        asks_for_count=True,
    ),
    Operation(
        "end",
        from_states=frozenset({ReservationState.ACTIVE}),
        to_state=ReservationState.ENDED,
        mail="supply_ended",
        spot=SpotEffect.HOLD,
        undo=UndoRule.UNTIL_SENT,
        needs_reason=True,
        asks_for_count=True,
    ),
    Operation(
        "cancel",
        from_states=BEFORE_CONTRACT,
        to_state=ReservationState.CANCELLED,
        mail="reservation_cancelled",
        spot=SpotEffect.HOLD,
        refund=Refund.DEPOSIT,
        needs_reason=True,
        may_be_untold=True,
    ),
    Operation(
        "expire",
        from_states=BEFORE_CONTRACT,
        to_state=ReservationState.EXPIRED,
        mail="reservation_expired",
        spot=SpotEffect.HOLD,
        refund=Refund.DEPOSIT,
    ),
    Operation(
        "withdraw",
        from_states=frozenset({ReservationState.CONTRACTED, ReservationState.ACTIVE}),
        to_state=ReservationState.WITHDRAWN,
        mail="withdrawal_confirmed",
        spot=SpotEffect.FREE,
        refund=Refund.EVERYTHING,
        undo=UndoRule.NEVER,
        no_undo_because=_DECLARED,
        needs_reason=True,
        asks_for_count=True,
    ),
    Operation(
        "cancel_park",
        from_states=_HOLDING,
        to_state=ReservationState.PARK_CANCELLED,
        roles=ADMINS,
        mail="park_cancelled",
        spot=SpotEffect.BLOCK,
        refund=Refund.EVERYTHING,
        undo=UndoRule.NEVER,
        no_undo_because=_PARK_GONE,
        needs_reason=True,
        asks_for_count=True,
        is_offered=False,
        is_of_park=True,
    ),
)

_UNCHECKED = frozenset({DepositState.RESERVED, DepositState.FAILED})

DEPOSIT_OPERATIONS = (
    Operation("verify_deposit", from_states=_HOLDING, from_deposits=_UNCHECKED, to_deposit=DepositState.VERIFIED),
    Operation(
        "fail_deposit",
        from_states=_HOLDING,
        from_deposits=frozenset({DepositState.RESERVED}),
        to_deposit=DepositState.FAILED,
    ),
    # In every state: money taken is refunded also, and above all, when the reservation is over.
    Operation("refund_deposit", from_deposits=frozenset({DepositState.VERIFIED}), to_deposit=DepositState.REFUNDED),
    Operation(
        "waive_deposit",
        from_states=_HOLDING,
        from_deposits=_UNCHECKED,
        to_deposit=DepositState.WAIVED,
        needs_reason=True,
    ),
)

DECIDE = Operation(
    "decide",
    from_states=frozenset({ReservationState.INVITED}),
    roles=CLERKS | {HOUSEHOLD},
    mail="share_decided",
    undo=UndoRule.UNTIL_SENT,
    depends_on=frozenset({"state", "decided_at", "annual_kwh", "payment_plan"}),
)
"""The invited household wants the contract with its present share; binding is only the contract. Staff note it for a
household that wrote or called.
"""

MARK_OPERATIONS = (
    Operation("add_tag", depends_on=frozenset()),
    Operation("remove_tag", depends_on=frozenset()),
    Operation("set_follow_up", depends_on=frozenset({"follow_up_on", "follow_up_subject"})),
    Operation("mark_price_checked", depends_on=frozenset({"price_checked_at"})),
    Operation("mark_not_duplicate", depends_on=frozenset({"duplicate_checked_at"})),
)

MERGE = Operation(
    "merge",
    from_states=BEFORE_CONTRACT,
    to_state=ReservationState.CANCELLED,
    mail="reservations_merged",
    spot=SpotEffect.HOLD,
    refund=Refund.DEPOSIT,
    needs_reason=True,
    is_offered=False,
)
"""The effect on the later reservations; takes several at once, so it has a separate route."""

GIVE_UP = Operation(
    "give_up",
    from_states=BEFORE_CONTRACT,
    to_state=ReservationState.CANCELLED,
    roles=CLERKS | {HOUSEHOLD},
    mail="reservation_given_up",
    spot=SpotEffect.HOLD,
    refund=Refund.DEPOSIT,
    is_offered=False,
    is_announced_at_once=True,
    correction="reservation_restored",
)
"""The household gives its place back. Staff may undo it too: a household may call."""

LAPSE = Operation(
    "lapse",
    from_states=frozenset({ReservationState.RESERVED}),
    to_state=ReservationState.EXPIRED,
    roles=CLERKS | {HOUSEHOLD},
    mail="reservation_lapsed",
    spot=SpotEffect.HOLD,
    refund=Refund.DEPOSIT,
    is_offered=False,
    is_announced_at_once=True,
    correction="reservation_restored",
)
"""Nobody confirmed the address in time. Undone by staff, or by the household's late confirmation."""

LAPSE_INVITATION = replace(
    LAPSE,
    name="lapse_invitation",
    from_states=frozenset({ReservationState.INVITED}),
    mail="invitation_lapsed",
)
"""Nobody answered the invitation in time. Undone by staff, or by the household, which then has a few more days."""

TAKEN_BACK_BY_HOUSEHOLD = frozenset({GIVE_UP.name, LAPSE.name, LAPSE_INVITATION.name})
"""The ends that the household itself can undo, for a day."""

HAND_OVER = Operation(
    "hand_over",
    from_states=BEFORE_CONTRACT,
    to_state=ReservationState.CANCELLED,
    roles=frozenset({HOUSEHOLD}),
    mail="hand_over_done",
    refund=Refund.DEPOSIT,
    undo=UndoRule.NEVER,
    no_undo_because="Der Platz gehört jetzt einem anderen Haushalt.",
    is_offered=False,
    is_announced_at_once=True,
)
"""The household has handed its place over: this reservation ends, and another household's begins with its spot."""

TRANSFER = Operation(
    "transfer",
    from_states=frozenset({ReservationState.ACTIVE}),
    to_state=ReservationState.ENDED,
    roles=CLERKS | {HOUSEHOLD},
    mail="contract_transferred",
    undo=UndoRule.NEVER,
    no_undo_because="Der Vertrag gehört jetzt jemand anderem.",
    is_offered=False,
    is_announced_at_once=True,
)
"""Somebody else has taken the contract over: this reservation ends, and another one goes on in its place."""

TAKE_BACK_IMPORT = Operation(
    "take_back_import",
    from_states=BEFORE_CONTRACT,
    to_state=ReservationState.CANCELLED,
    mail="reservation_cancelled",
    spot=SpotEffect.FREE,
    refund=Refund.DEPOSIT,
    undo=UndoRule.NEVER,
    no_undo_because="Das Einlesen ist im Ganzen rückgängig gemacht; die Liste lässt sich noch einmal einlesen.",
    may_be_untold=True,
    is_offered=False,
)
"""Undo of an imported list. Only households that were sent a mail get another one."""

EDIT = Operation("edited", depends_on=frozenset(), is_offered=False)
"""Staff correct facts of a household, without a mail."""

CHANGE_SHARE = Operation(
    "change_share",
    from_states=BEFORE_CONTRACT,
    mail="reservation_changed",
    spot=SpotEffect.CHANGE,
    needs_reason=True,
    may_be_untold=True,
    depends_on=frozenset({"state", "annual_kwh", "payment_plan"}),
    is_offered=False,
    correction="reservation_changed",
)
"""Staff change package or plan, in the states in which the household itself may."""

MOVE_SPOT = Operation(
    "move_spot",
    from_states=BEFORE_CONTRACT,
    mail="reservation_changed",
    spot=SpotEffect.CHANGE,
    needs_reason=True,
    may_be_untold=True,
    depends_on=frozenset({"state", "park_id", "spot_number"}),
    is_offered=False,
    correction="reservation_changed",
)
"""Another free spot, of the same park or of another one. A contract names its spot, so only before it."""

SWAP_SPOTS = replace(MOVE_SPOT, name="swap_spots")
"""Two households of a park exchange their places, as one decision about both."""

REOPEN = Operation(
    "reopen",
    from_states=frozenset({ReservationState.CANCELLED, ReservationState.EXPIRED}),
    to_state=ReservationState.RESERVED,
    mail="reservation_restored",
    spot=SpotEffect.CHANGE,
    undo=UndoRule.UNTIL_SENT,
    needs_reason=True,
    is_offered=False,
)
"""A reservation that is over is taken up again, once its end can no longer be undone."""

CORRECTIONS: dict[str, Operation] = {operation.name: operation for operation in (CHANGE_SHARE, MOVE_SPOT, REOPEN)}
"""Staff correct one reservation: each takes more than its id, so it has a separate route."""

UNOFFERED: dict[str, Operation] = {
    operation.name: operation
    for operation in (MERGE, SWAP_SPOTS, GIVE_UP, LAPSE, LAPSE_INVITATION, HAND_OVER, TRANSFER, TAKE_BACK_IMPORT, EDIT)
}
"""Triggered by other use cases: staff cannot call them by name but can undo them, unless they are final."""

OPERATIONS: dict[str, Operation] = {
    operation.name: operation for operation in (*STATE_OPERATIONS, DECIDE, *DEPOSIT_OPERATIONS, *MARK_OPERATIONS)
}

EVERY: dict[str, Operation] = OPERATIONS | UNOFFERED | CORRECTIONS
"""By the name under which histories have it."""
