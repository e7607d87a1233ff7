"""Every kind of work there is. A new kind is one more source here."""

from typing import Final

from services.tasks.source import Sources, registry
from services.tasks.sources.declared import DECLARATION, REFUND
from services.tasks.sources.duplicates import DUPLICATE
from services.tasks.sources.letters import LETTER
from services.tasks.sources.mails import FAILED_MAIL, REFUSED_MAIL
from services.tasks.sources.marks import FOLLOW_UP, PRICE_MISMATCH
from services.tasks.sources.messages import CONVERSATION
from services.tasks.sources.money import CARD_FAILED, DEPOSIT_REFUND, PARK_REFUND
from services.tasks.sources.requests import OPERATION_REQUEST
from services.tasks.sources.waiting import CAPACITY, HAND_OVER, WAITING_OFFER

SOURCES: Final[Sources] = registry(
    FOLLOW_UP,
    REFUND,
    DEPOSIT_REFUND,
    PARK_REFUND,
    CARD_FAILED,
    REFUSED_MAIL,
    FAILED_MAIL,
    CONVERSATION,
    LETTER,
    DUPLICATE,
    DECLARATION,
    WAITING_OFFER,
    PRICE_MISMATCH,
    HAND_OVER,
    OPERATION_REQUEST,
    CAPACITY,
)
