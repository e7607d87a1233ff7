"""The record that a tab shows, and how far back its stream of changes begins."""

from typing import Annotated, Final

from pydantic import Field

from services.core.inputs import A_FLAG, Body, Otherwise, Parameters, RowIdIn

LONGEST_BACK_SECONDS: Final = 3_600


class StreamQuery(Parameters):
    """`back_seconds`: changes of so many seconds before the call come first, because what the caller has read since
    then may be older than they are.
    """

    back_seconds: int = Field(0, ge=0, le=LONGEST_BACK_SECONDS)


class OpenRecordIn(Body):
    """The reservation that a tab shows, and whether its user types there."""

    reservation_id: RowIdIn
    is_typing: Annotated[bool, A_FLAG, Otherwise(False)] = False
