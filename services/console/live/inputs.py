"""What a tab says about the record it shows."""

from typing import Annotated

from services.core.inputs import A_FLAG, Body, Otherwise, RowIdIn


class OpenRecordIn(Body):
    """The reservation that a tab shows, and whether its user types there."""

    reservation_id: RowIdIn
    is_typing: Annotated[bool, A_FLAG, Otherwise(False)] = False
