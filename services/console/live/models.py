"""The table of who has which reservation open."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class RecordViewer(Base):
    """A tab of the console with an open reservation, as long as the tab renews it."""

    __tablename__ = "record_viewers"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    tab: Mapped[str] = mapped_column(String(36))
    """A number that the tab made up; one tab shows one record."""
    reservation_id: Mapped[int] = mapped_column(BigInteger)
    """Without a foreign key: an erasure need not wait for a row that is over in a minute."""
    is_typing: Mapped[bool] = mapped_column(Boolean)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "account_id", "tab", unique=True), Index(None, "seen_at"))
