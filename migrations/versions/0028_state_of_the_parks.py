"""A dated sentence on where each park stands, the German name of München-Ost, and a topic for a free place."""

from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0019"
branch_labels = None
depends_on = None

_TOPICS = ("frage", "reservierung", "stornierung", "anteil", "rueckruf", "sonstiges")
_WITH_PLACE = ("frage", "reservierung", "stornierung", "anteil", "platz", "rueckruf", "sonstiges")
_WRITTEN_ON = date(2026, 11, 22)
_NOTES = {
    ("ingolstadt", "Live Q2 2025"): (
        "Der Park ist noch nicht bestätigt. Nächster Schritt: Sobald er bestätigt oder erworben ist, schreiben wir "
        "allen, die reserviert haben. Den Termin Q2 2025 hat das Projekt nicht gehalten, einen neuen können wir noch "
        "nicht nennen."
    ),
    ("munich", "Live Q4 2025"): (
        "Der Park ist in Planung. Den Termin Q4 2025 hat das Projekt nicht gehalten, einen neuen können wir noch "
        "nicht nennen."
    ),
}


def upgrade() -> None:
    op.add_column("parks", sa.Column("progress_note", sa.String(400), nullable=False, server_default=sa.text("''")))
    op.add_column("parks", sa.Column("progress_on", sa.Date(), nullable=True))
    _seed_notes()
    _rename("Munich-East", "München-Ost")
    _replace_topics(_WITH_PLACE)


def downgrade() -> None:
    op.execute("UPDATE contact_messages SET topic = 'frage' WHERE topic = 'platz'")
    _replace_topics(_TOPICS)
    _rename("München-Ost", "Munich-East")
    op.drop_column("parks", "progress_on")
    op.drop_column("parks", "progress_note")


def _seed_notes() -> None:
    """Only where the sentence is true: staff may have given the park another date already."""
    parks = sa.table("parks", *(sa.column(name) for name in ("id", "timeline", "progress_note", "progress_on")))
    for (park, timeline), note in _NOTES.items():
        is_meant = (parks.c.id == park) & (parks.c.timeline == timeline)
        op.execute(
            parks.update().where(is_meant).values(progress_note=note, progress_on=sa.literal(_WRITTEN_ON, sa.Date()))
        )


def _rename(before: str, after: str) -> None:
    parks = sa.table("parks", sa.column("id"), sa.column("name"))
    op.execute(parks.update().where((parks.c.id == "munich") & (parks.c.name == before)).values(name=after))


def _replace_topics(topics: tuple[str, ...]) -> None:
    name = op.f("ck_contact_messages_topic")
    with op.batch_alter_table("contact_messages") as table:
        table.drop_constraint(name, type_="check")
        table.create_check_constraint(name, f"topic IN ({', '.join(repr(topic) for topic in topics)})")
