"""Every kind of work there is. A new kind is one more source here."""

from typing import Final

from services.console.queue.sources.declared import DECLARATION, REFUND
from services.console.queue.sources.duplicates import DUPLICATE
from services.console.queue.sources.letters import LETTER
from services.console.queue.sources.mails import FAILED_MAIL, REFUSED_MAIL
from services.console.queue.sources.marks import FOLLOW_UP, PRICE_MISMATCH
from services.console.queue.sources.messages import CONVERSATION
from services.console.queue.sources.money import CARD_FAILED, DEPOSIT_REFUND, PARK_REFUND
from services.console.queue.sources.requests import OPERATION_REQUEST
from services.console.queue.sources.waiting import CAPACITY, HAND_OVER, WAITING_OFFER
from services.work.source import Sources, registry

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
