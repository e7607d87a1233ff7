"""What the console's lists look things up by: entries with their indexes, words for the search, and the queue."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BYTEWISE = sa.String(length=250).with_variant(sa.String(length=250, collation="C"), "postgresql")
_TABLE = "reservation_entries"
_SORTS = ("created_at", "updated_at", "spot_number", "name_key", "follow_up_on")
_WALKED = ("state", "energy_provider", "utm_source", "utm_campaign", "referral_code")
_SUSPICIONS = ("duplicate", "price")
_OTHERS = ("annual_kwh", "payment_plan", "park_id")
_EVENTS = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    _create_tables()
    _create_indexes()
    if op.get_bind().dialect.name == "postgresql":
        _prepare_postgresql()
    else:
        _prepare_sqlite()


def _create_tables() -> None:
    op.create_table(
        _TABLE,
        sa.Column("reservation_id", _ID, nullable=False, autoincrement=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("spot_number", sa.Integer(), nullable=False),
        sa.Column("name_key", _BYTEWISE, nullable=False),
        sa.Column("follow_up_on", sa.Date(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("annual_kwh", sa.Integer(), nullable=False),
        sa.Column("payment_plan", sa.String(length=10), nullable=False),
        sa.Column("energy_provider", sa.String(length=40), nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("referral_code", sa.String(length=200), nullable=False),
        sa.Column("duplicate", sa.Integer(), nullable=False),
        sa.Column("price", sa.Integer(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("reservation_id", name=f"pk_{_TABLE}"),
    )
    op.create_table(
        "reservation_entry_queue",
        sa.Column("reservation_id", _ID, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("reservation_id", name="pk_reservation_entry_queue"),
    )
    op.create_table(
        "reservation_value_counts",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=200), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", "value", name="pk_reservation_value_counts"),
    )
    op.create_index("ix_reservation_value_counts_name", "reservation_value_counts", ["name", "entries", "value"])


def _create_indexes() -> None:
    for sort in _SORTS:
        op.create_index(f"ix_{_TABLE}_{sort}", _TABLE, [sort, "reservation_id"])
        for name in _WALKED:
            op.create_index(f"ix_{_TABLE}_{name}_{sort}", _TABLE, [name, sort, "reservation_id"])
        for name in _SUSPICIONS:
            few = {f"{dialect}_where": sa.text(f"{name} > 0") for dialect in ("sqlite", "postgresql")}
            op.create_index(f"ix_{_TABLE}_{name}_{sort}", _TABLE, [name, sort, "reservation_id"], **few)
    op.create_index(f"ix_{_TABLE}_utm_source_utm_campaign", _TABLE, ["utm_source", "utm_campaign", "reservation_id"])
    for name in _OTHERS:
        op.create_index(f"ix_{_TABLE}_{name}", _TABLE, [name, "reservation_id"])


def _prepare_sqlite() -> None:
    op.execute(
        "CREATE VIRTUAL TABLE reservation_terms USING fts5("
        "terms, content = 'reservation_entries', content_rowid = 'reservation_id', "
        "tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3 4 5 6 7 8 9 10', detail = none, columnsize = 0)"
    )
    queue = "INSERT OR IGNORE INTO reservation_entry_queue VALUES ({}.id)"
    for event in _EVENTS:
        _add_trigger(
            "reservations", f"{event.lower()}_queued", event, queue.format("OLD" if event == "DELETE" else "NEW")
        )
    count = (
        "INSERT INTO reservation_value_counts VALUES ('tag', {}.tag, {}) "
        "ON CONFLICT (name, value) DO UPDATE SET entries = entries + excluded.entries"
    )
    _add_trigger("reservation_tags", "insert_counted", "INSERT", count.format("NEW", 1))
    _add_trigger("reservation_tags", "delete_counted", "DELETE", count.format("OLD", -1))


def _add_trigger(table: str, name: str, event: str, statement: str) -> None:
    op.execute(f"CREATE TRIGGER {table}_{name} AFTER {event} ON {table} BEGIN {statement}; END")


def _prepare_postgresql() -> None:
    # Words are taken as they are: the parser of to_tsvector has its own ideas of numbers and addresses.
    op.execute(
        "CREATE INDEX reservation_terms_words ON reservation_entries "
        "USING gin (array_to_tsvector(string_to_array(btrim(terms), ' ')))"
    )
    # DO UPDATE where DO NOTHING would do: it holds the row, so that nobody empties the queue before this change is in.
    op.execute(
        "CREATE FUNCTION queue_reservation_entries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "INSERT INTO reservation_entry_queue (reservation_id) SELECT id FROM changed ORDER BY id "
        "ON CONFLICT (reservation_id) DO UPDATE SET reservation_id = EXCLUDED.reservation_id; RETURN NULL; END $$"
    )
    for event in _EVENTS:
        rows = "OLD" if event == "DELETE" else "NEW"
        op.execute(
            f"CREATE TRIGGER reservations_{event.lower()}_queued AFTER {event} ON reservations "
            f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_reservation_entries()"
        )
    op.execute(
        "CREATE FUNCTION count_reservation_tags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "INSERT INTO reservation_value_counts AS known (name, value, entries) "
        "SELECT 'tag', tag, count(*) * TG_ARGV[0]::int "
        "FROM changed GROUP BY tag ORDER BY tag "
        "ON CONFLICT (name, value) DO UPDATE SET entries = known.entries + EXCLUDED.entries; RETURN NULL; END $$"
    )
    for event, rows, change in (("INSERT", "NEW", 1), ("DELETE", "OLD", -1)):
        op.execute(
            f"CREATE TRIGGER reservation_tags_{event.lower()}_counted AFTER {event} ON reservation_tags "
            f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT "
            f"EXECUTE FUNCTION count_reservation_tags('{change}')"
        )


def downgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    for table, events, suffix in (
        ("reservations", _EVENTS, "queued"),
        ("reservation_tags", ("INSERT", "DELETE"), "counted"),
    ):
        for event in events:
            op.execute(f"DROP TRIGGER {table}_{event.lower()}_{suffix}{f' ON {table}' if is_postgresql else ''}")
    if is_postgresql:
        op.execute("DROP FUNCTION queue_reservation_entries()")
        op.execute("DROP FUNCTION count_reservation_tags()")
    else:
        op.execute("DROP TABLE reservation_terms")
    for table in ("reservation_value_counts", "reservation_entry_queue", _TABLE):
        op.execute(f"DROP TABLE {table}")
