"""Tables of what was refused: counts alone. No row holds an address, and none leads to a person."""

from datetime import date

from sqlalchemy import BigInteger, Boolean, Date, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base


class RefusedCount(Base):
    """How many calls of a kind came in a minute or an hour, of all servers together."""

    __tablename__ = "refused_counts"

    span: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """Seconds: 60 or 3,600."""
    starts_at: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    """Seconds since 1970, UTC; a multiple of the span."""
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    """Of the limit or the problem."""
    calls: Mapped[int] = mapped_column(Integer)


class RefusedCaller(Base):
    """A network whose calls were refused on a day, only to count how many there were."""

    __tablename__ = "refused_callers"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    caller: Mapped[str] = mapped_column(String(32), primary_key=True)
    """Keyed hash of the network and the day: neither an address nor the same network on another day can be found."""


class PolicyViolation(Base):
    """How often browsers reported on a day that a page's policy refused something."""

    __tablename__ = "policy_violations"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    page: Mapped[str] = mapped_column(String(80), primary_key=True)
    """The path of one of our pages, without query; empty for any other."""
    directive: Mapped[str] = mapped_column(String(40), primary_key=True)
    blocked: Mapped[str] = mapped_column(String(120), primary_key=True)
    """Scheme and host, or a keyword such as `inline`."""
    browser: Mapped[str] = mapped_column(String(20), primary_key=True)
    from_extension: Mapped[bool] = mapped_column(Boolean, primary_key=True)
    calls: Mapped[int] = mapped_column(Integer)
