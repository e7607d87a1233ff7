"""Lists read the reservations themselves: one index with all that they filter and sort by, and the words of the search
in a column that is written behind each change.

The tables that repeated the reservations for the lists go; they held nothing of their own.
"""

import unicodedata

import sqlalchemy as sa
from alembic import context, op

from migrations.removed import drop_table

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

contracts = "0042"

_TABLE = "reservations"
_LIST = [
    "created_at",
    "id",
    "name_key",
    "updated_at",
    "spot_number",
    "follow_up_on",
    "state",
    "annual_kwh",
    "payment_plan",
    "energy_provider",
    "park_id",
    "utm_source",
    "utm_campaign",
    "referral_code",
    "duplicate_suspected",
    "duplicate_checked_at",
    "price_mismatch",
    "price_checked_at",
]
_EMPTY = sa.text("search_text IS NULL")
_ACTIVE = sa.text("state IN ('reserved', 'invited', 'contracted', 'active')")
_OPEN_DUPLICATE = sa.text("duplicate_suspected AND duplicate_checked_at IS NULL")
_DUPLICATE = "ix_reservations_open_duplicate"
_READ_OF_DUPLICATES = ["id", "state", "created_at", "mailbox", "mobile_phone_e164", "{}", "postcode",
                       "duplicate_suspected", "duplicate_checked_at"]  # fmt: skip
_FROM_LINKS = ("utm_source", "utm_campaign")
_KEY = sa.String(250).with_variant(sa.String(250, collation="C"), "postgresql")
_FOUND_BY = "reference, spot_number, first_name, last_name, email, mobile_phone, mobile_phone_e164, postcode"
_REMARKS = ("reservation_tags", "reservation_notes")
_EVENTS = ("INSERT", "UPDATE", "DELETE")
_LEXEMES = "array_to_tsvector(string_to_array(btrim(search_text), ' '))"
_SPELLED_OUT = {"æ": "a", "œ": "o", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ß": "ss"}


def upgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    _drop_copies(is_postgresql)
    op.add_column(_TABLE, sa.Column("name_key", _KEY, server_default="", nullable=False))
    op.add_column(_TABLE, sa.Column("search_text", sa.Text()))
    _fill_keys()
    for index in ("created_at", "active_name", "email_normalized"):  # the last one was read by nobody
        op.drop_index(f"ix_reservations_{index}", _TABLE)
    op.create_index("ix_reservations_list", _TABLE, _LIST)
    op.create_index(
        "ix_reservations_active_name", _TABLE, ["name_key", "postcode"], postgresql_where=_ACTIVE, sqlite_where=_ACTIVE
    )
    for name in _FROM_LINKS:
        is_written = sa.text(f"{name} <> ''")
        op.create_index(f"ix_reservations_{name}", _TABLE, [name], postgresql_where=is_written, sqlite_where=is_written)
    op.create_index("ix_reservations_without_search_text", _TABLE, ["id"], postgresql_where=_EMPTY, sqlite_where=_EMPTY)
    _index_duplicates("name_key")
    if is_postgresql:
        _prepare_postgresql()
    else:
        _prepare_sqlite()


def _drop_copies(is_postgresql: bool) -> None:
    for table, events, suffix in (
        (_TABLE, _EVENTS, "queued"),
        ("reservation_notes", _EVENTS, "queued"),
        ("reservation_tags", ("INSERT", "DELETE"), "counted"),
    ):
        for event in events:
            op.execute(f"DROP TRIGGER {table}_{event.lower()}_{suffix}{f' ON {table}' if is_postgresql else ''}")
    if is_postgresql:
        for function in ("queue_reservation_entries", "queue_noted_reservations", "count_reservation_tags"):
            op.execute(f"DROP FUNCTION {function}()")
    else:
        op.execute("DROP TABLE reservation_terms")
    for table in ("value_counts", "entry_queue", "name_words", "entries"):
        drop_table(f"reservation_{table}", keep=False)


def _fill_keys() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, last_name, first_name FROM reservations")).all()
    keys = [{"id": row.id, "key": _folded(f"{row.last_name} {row.first_name}")[:250]} for row in rows]
    if keys:
        connection.execute(sa.text("UPDATE reservations SET name_key = :key WHERE id = :id"), keys)


def _folded(name: str) -> str:
    """As names are compared (`core/folding.py`)."""
    spelled = "".join(_SPELLED_OUT.get(letter, letter) for letter in name.casefold())
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))
    for vowel in "aou":
        plain = plain.replace(f"{vowel}e", vowel)
    return plain


def _index_duplicates(*names: str) -> None:
    read = [column for one in _READ_OF_DUPLICATES for column in (names if one == "{}" else [one])]
    op.drop_index(_DUPLICATE, _TABLE)
    op.create_index(_DUPLICATE, _TABLE, read, postgresql_where=_OPEN_DUPLICATE, sqlite_where=_OPEN_DUPLICATE)


def _prepare_sqlite() -> None:
    op.execute(
        "CREATE VIRTUAL TABLE reservation_terms USING fts5(search_text, content = 'reservations', content_rowid = 'id',"
        " tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3', detail = none, columnsize = 0)"
    )
    forget = (
        "INSERT INTO reservation_terms (reservation_terms, rowid, search_text) "
        "SELECT 'delete', OLD.id, OLD.search_text WHERE OLD.search_text IS NOT NULL"
    )
    learn = (
        "INSERT INTO reservation_terms (rowid, search_text) "
        "SELECT NEW.id, NEW.search_text WHERE NEW.search_text IS NOT NULL"
    )
    empty = "UPDATE reservations SET search_text = NULL WHERE id = {}"
    for name, event, statements in (
        ("reservations_terms_updated", "UPDATE OF search_text ON reservations", [forget, learn]),
        ("reservations_terms_deleted", "DELETE ON reservations", [forget]),
        ("reservations_words_changed", f"UPDATE OF {_FOUND_BY} ON reservations", [empty.format("NEW.id")]),
        *(
            (f"{table}_{event.lower()}_words", f"{event} ON {table}",
             [empty.format("OLD.reservation_id" if event == "DELETE" else "NEW.reservation_id")])
            for table in _REMARKS
            for event in _EVENTS
        ),
    ):  # fmt: skip
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {'; '.join(statements)}; END")


def _prepare_postgresql() -> None:
    # Words are taken as they are: the parser of to_tsvector has its own ideas of numbers and addresses.
    op.execute(
        f"CREATE INDEX reservation_terms_words ON reservations USING gin ({_LEXEMES}) WHERE search_text IS NOT NULL"
    )
    op.execute(
        "CREATE FUNCTION empty_search_text() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "NEW.search_text := NULL; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER reservations_words_changed BEFORE UPDATE OF {_FOUND_BY} ON reservations "
        "FOR EACH ROW EXECUTE FUNCTION empty_search_text()"
    )
    # Also where it is empty already: the row is held, so that nobody fills it before this change is in.
    op.execute(
        "CREATE FUNCTION empty_search_texts_of() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "UPDATE reservations SET search_text = NULL WHERE id IN (SELECT reservation_id FROM changed); "
        "RETURN NULL; END $$"
    )
    for table in _REMARKS:
        for event in _EVENTS:
            rows = "OLD" if event == "DELETE" else "NEW"
            op.execute(
                f"CREATE TRIGGER {table}_{event.lower()}_words AFTER {event} ON {table} "
                f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION empty_search_texts_of()"
            )


def downgrade() -> None:
    """The code of before fills its tables from the queue."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    names = ["reservations_words_changed"] if is_postgresql else [
        "reservations_terms_updated", "reservations_terms_deleted", "reservations_words_changed"
    ]  # fmt: skip
    for table, name in [
        *((_TABLE, name) for name in names),
        *((table, f"{table}_{event.lower()}_words") for table in _REMARKS for event in _EVENTS),
    ]:
        op.execute(f"DROP TRIGGER {name}{f' ON {table}' if is_postgresql else ''}")
    if is_postgresql:
        op.execute("DROP FUNCTION empty_search_text()")
        op.execute("DROP FUNCTION empty_search_texts_of()")
        op.execute("DROP INDEX reservation_terms_words")
    else:
        op.execute("DROP TABLE reservation_terms")
    _index_duplicates("last_name", "first_name")
    for index in ("without_search_text", "active_name", *_FROM_LINKS, "list"):
        op.drop_index(f"ix_reservations_{index}", _TABLE)
    op.create_index(
        "ix_reservations_active_name", _TABLE, ["last_name", "first_name", "postcode"],
        postgresql_where=_ACTIVE, sqlite_where=_ACTIVE,
    )  # fmt: skip
    op.create_index("ix_reservations_created_at", _TABLE, ["created_at"])
    op.create_index("ix_reservations_email_normalized", _TABLE, ["email_normalized"])
    op.drop_column(_TABLE, "search_text")
    op.drop_column(_TABLE, "name_key")
    _build_copies()


def _build_copies() -> None:
    """As the migrations of before left them."""
    script = context.script
    script.get_revision("0007").module.upgrade()
    script.get_revision("0019").module.upgrade()
    script.get_revision("0022").module._queue_entries()
    script.get_revision("0051").module._renew_below(3)
    op.execute("INSERT INTO reservation_entry_queue (reservation_id) SELECT id FROM reservations")
    op.execute(
        "INSERT INTO reservation_value_counts (name, value, entries) "
        "SELECT 'tag', tag, count(*) FROM reservation_tags GROUP BY tag"
    )
