"""Templates of answers, with those that come with the product."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it; a mail `staff_answer` waits until this code sends it."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_HELLO = "Guten Tag {vorname} {nachname},"

_TEMPLATES = (
    (
        "Platz bleibt beim Umzug",
        "Umzug",
        "Ihr Platz {platz} bleibt",
        (
            (
                "danke für Ihre Nachricht. Ein Umzug ändert nichts: Ihr Platz {platz} im Solarpark {park} bleibt "
                "Ihrer, die Gutschriften laufen weiter."
            ),
            (
                "Bitte schreiben Sie uns, sobald Sie umgezogen sind, die neue Postleitzahl, und falls sich "
                "E-Mail-Adresse oder Telefonnummer ändern, auch diese."
            ),
        ),
    ),
    (
        "Wie geht es weiter?",
        "Ablauf",
        "So geht es mit Ihrem Platz weiter",
        (
            ("Ihr Platz {platz} im Solarpark {park} ist für Sie vorgemerkt (Stand: {stand}, Referenz {referenz})."),
            (
                "Sobald der Park bestätigt ist, laden wir Sie zum Vertrag ein. Vorher ist der Anteil nicht zu "
                "bezahlen. Nach dem Vertragsschluss haben Sie {widerrufstage} Tage Zeit, ihn zu widerrufen."
            ),
        ),
    ),
    (
        "Wie hoch ist die Gutschrift?",
        "Gutschrift",
        "Ihre Gutschrift",
        (
            (
                "Ihr Paket {paket} steht für {kwh}\u00a0kWh im Jahr. Mit dem Wert, den Sie bei der Reservierung "
                "gewählt haben, sind das {gutschrift_monat} im Monat oder {gutschrift_jahr} im Jahr."
            ),
            "Sicher zugesagt sind mindestens {mindestens_jahr} im Jahr, {laufzeit} Jahre lang.",
        ),
    ),
    (
        "Preis und Raten",
        "Zahlung",
        "Preis und Raten Ihres Anteils",
        (
            (
                "Ihr Anteil ({paket}, {kwh}\u00a0kWh im Jahr) kostet {preis}. Ihre monatliche Rate beträgt {rate}. "
                "Dazu kommen einmalig {einrichtung} für die Einrichtung."
            ),
            (
                "Bis zum Vertrag können Sie die Zahlungsweise noch ändern. Schreiben Sie uns einfach, was Ihnen "
                "lieber ist."
            ),
        ),
    ),
    (
        "Eine Angabe fehlt noch",
        "Rückfrage",
        "Eine Frage zu Ihrer Nachricht",
        (
            (
                "danke für Ihre Nachricht. Damit wir Ihnen helfen können, nennen Sie uns bitte die Referenz "
                "Ihrer Reservierung. Sie beginnt mit VG und steht in der Bestätigung, die Sie per E-Mail "
                "bekommen haben."
            ),
            "Finden Sie sie nicht, dann genügen uns Name und Postleitzahl.",
        ),
    ),
)
"""Name, topic, subject and paragraphs."""


def upgrade() -> None:
    table = op.create_table(
        "answer_templates",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("topic", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("updated_by", sa.String(80)),
        sa.Column("removed_at", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_answer_templates"),
        sqlite_autoincrement=True,
    )
    now = datetime.now(UTC)
    op.bulk_insert(table, [_row(*template, now) for template in _TEMPLATES])


def _row(name: str, topic: str, subject: str, paragraphs: tuple[str, ...], now: datetime) -> dict[str, object]:
    text = "\n\n".join((_HELLO, *paragraphs))
    given = {"name": name, "topic": topic, "subject": subject, "text": text, "version": 1}
    return {**given, "created_at": now, "updated_at": now, "updated_by": None, "removed_at": None}


def downgrade() -> None:
    op.drop_table("answer_templates")
