"""Types of what comes in, with their bounds."""

from typing import Annotated, Final

from pydantic import Field

LARGEST: Final = 2**63 - 1
"""The largest number that a column of either database holds."""
Int64 = Annotated[int, Field(ge=-LARGEST - 1, le=LARGEST)]
"""A whole number that a database can compare: ids and versions of rows, however made up."""
