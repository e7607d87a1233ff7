"""Input types for request parameters, with their bounds."""

from datetime import date
from typing import Annotated, Final

from pydantic import Field

LARGEST: Final = 2**63 - 1
"""The largest number that a column of either database holds."""
Int64 = Annotated[int, Field(ge=-LARGEST - 1, le=LARGEST)]
"""A whole number that a database can compare: ids and versions of rows, however made up."""
EARLIEST: Final = date(2000, 1, 1)
LATEST: Final = date(2999, 12, 31)
Day = Annotated[date, Field(ge=EARLIEST, le=LATEST)]
"""A day that can be counted on from, either way: beyond the years 1 and 9999 there are none to compute with."""
