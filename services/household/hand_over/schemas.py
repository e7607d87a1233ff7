"""What the household is shown that a place is offered to."""

from datetime import datetime

from pydantic import BaseModel

from services.household.hand_over.answers import LinkState
from services.household.schemas import ShareFiguresOut


class HandOverOfferOut(BaseModel):
    """What would be taken over, as it was promised. `version` guards the acceptance."""

    park_name: str
    spots_total: int
    spot_number: int
    from_name: str
    email: str
    """The address the link was sent to, which the new reservation gets."""
    version: int
    answer_by: datetime
    figures: ShareFiguresOut


class HandOverLinkOut(BaseModel):
    """What a link is good for; `offer` where it can be answered by it now."""

    state: LinkState
    is_contract: bool
    """Whether there is a contract, which the other household would take over."""
    offer: HandOverOfferOut | None
