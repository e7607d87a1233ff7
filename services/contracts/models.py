"""The table of contracts."""

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId
from services.core.personal_data import about_nobody


class Contract(Base):
    """A contract."""

    __tablename__ = "contracts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    number: Mapped[str] = mapped_column(String(20), unique=True)
    state: Mapped[str] = mapped_column(String(20))

    __table_args__ = (NEVER_REUSED,)
    __privacy__ = about_nobody("id reservation_id number state")
