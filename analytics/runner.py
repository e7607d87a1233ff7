"""Builds the SQL models of `models/{staging,marts}` on a DuckDB connection that has the schema `source`.

A model is one SELECT in `<schema>/<name>.sql`, below a comment that states its grain, the key that is unique by it,
and its columns by their names in `columns.toml`. Its inputs and parameters are derived from its SQL:
`source.visits`, `staging.sessions`, `getvariable('from_day')`.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from analytics.channel_groups import as_sql
from analytics.columns import Entry, named, names
from analytics.parameters import PARAMETERS, literals

if TYPE_CHECKING:
    import duckdb

MODELS: Final = Path(__file__).parent / "models"
_MACROS_FILE: Final = MODELS / "macros.sql"
_COMMENT: Final = re.compile(r"--[^\n]*")
_READ: Final = re.compile(r"\b(source|staging|marts)\.([a-z0-9_]+)\b")
_VARIABLE: Final = re.compile(r"getvariable\('([a-z0-9_]+)'\)")
_CALL: Final = re.compile(r"\b([a-z_]+)\(")
_MACRO: Final = re.compile(r"CREATE OR REPLACE MACRO ([a-z_]+)\(")


@dataclass(frozen=True, slots=True)
class Model:
    """One SQL model, such as `staging.visits`; a view unless `is_table`, which is for results reused by others.

    `is_distributed`: its cost grows with visits or touches and its result does not, so a distributed engine pays.
    """

    name: str
    sql: str
    grain: str
    key: tuple[str, ...]
    columns: Mapping[str, Entry]
    is_table: bool
    is_distributed: bool = False

    @property
    def schema(self) -> str:
        """`staging` or `marts`."""
        return self.name.partition(".")[0]

    @property
    def reads(self) -> frozenset[str]:
        """The relations its SQL reads, schema-qualified."""
        return _relations_in(self.sql)

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters its own SQL takes."""
        return parameters_in(self.sql)


class UnknownModel(KeyError):
    """There is no such model."""


@cache
def models() -> Mapping[str, Model]:
    return {model.name: model for model in _read_all()}


def _read_all() -> Iterator[Model]:
    for path in sorted(MODELS.glob("*/*.sql")):
        told, sql = read_sql(path)
        yield Model(
            name=f"{path.parent.name}.{path.stem}",
            sql=sql,
            grain=told["grain"],
            key=names(told["key"]),
            columns=named(told["columns"]),
            is_table=told.get("table", False),
            is_distributed=told.get("distributed", False),
        )


def read_sql(path: Path) -> tuple[dict[str, Any], str]:
    """The metadata of a file, TOML in the comment at its top, and its single statement."""
    told, _, sql = path.read_text(encoding="utf-8").removeprefix("/*").partition("*/")
    return tomllib.loads(told), sql.strip().removesuffix(";")


@cache
def macros_sql() -> str:
    """Every macro that models share: the channel groups, which are made from their rules, and `macros.sql`."""
    return f"{as_sql()}\n{_MACROS_FILE.read_text()}"


@cache
def parameters_in(sql: str) -> frozenset[str]:
    """Parameters taken by SQL directly or through macros."""
    plain = _COMMENT.sub("", sql)
    called = _macros().keys() & set(_CALL.findall(plain))
    return frozenset(_VARIABLE.findall(plain)).union(*(_macros()[name] for name in called))


@cache
def _macros() -> Mapping[str, frozenset[str]]:
    """Parameters of each macro, direct or through macros defined before it."""
    _, *parts = _MACRO.split(_COMMENT.sub("", macros_sql()))
    found: dict[str, frozenset[str]] = {}
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        called = found.keys() & set(_CALL.findall(body))
        found[name] = frozenset(_VARIABLE.findall(body)).union(*(found[one] for one in called))
    return found


def models_in(sql: str) -> frozenset[str]:
    """The models that SQL reads, schema-qualified. Raises ValueError if it reads a source directly."""
    read = _relations_in(sql)
    if sources := sorted(name for name in read if name.startswith("source.")):
        raise ValueError(f"reads {sources}, which are for models only")
    return read


@cache
def _relations_in(sql: str) -> frozenset[str]:
    return frozenset(".".join(found) for found in _READ.findall(_COMMENT.sub("", sql)))


def in_order(names: Collection[str], existing: Collection[str] = ()) -> list[Model]:
    """These models and their dependencies in dependency order, except `existing`.

    Raises UnknownModel.
    """
    known = models()
    found: dict[str, Model] = {}

    def add(name: str) -> None:
        if name in found or name in existing:
            return
        if name not in known:
            raise UnknownModel(name)
        for read in sorted(known[name].reads):
            if not read.startswith("source."):
                add(read)
        found[name] = known[name]

    for name in names:
        add(name)
    return list(found.values())


def needs(names: Collection[str]) -> frozenset[str]:
    """Relations of schema `source`, without the schema, on which these models ultimately depend."""
    read = frozenset[str]().union(*(model.reads for model in in_order(names)))
    return frozenset(name.removeprefix("source.") for name in read if name.startswith("source."))


def build(
    connection: "duckdb.DuckDBPyConnection", names: Collection[str], parameters: Mapping[str, Any] | None = None
) -> None:
    """Create these models and their dependencies, with these parameters (`analytics.parameters`), on a connection that
    has the macros: creating those takes longer than most models.

    Building again replaces them. Raises UnknownModel and BadParameter before anything is built.
    """
    in_order(names)
    set_parameters(connection, parameters or {})
    create(connection, names)


def add_macros(connection: "duckdb.DuckDBPyConnection") -> None:
    """Create the macros shared by models."""
    connection.execute(macros_sql())


def create(connection: "duckdb.DuckDBPyConnection", names: Collection[str], existing: Collection[str] = ()) -> None:
    """Create these models with the current parameters and macros; call again after rows of `source` have changed.

    `existing` are models already created elsewhere.
    """
    wanted = in_order(names, existing)
    for schema in sorted({model.schema for model in wanted}):
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    for model in wanted:
        kind = "TABLE" if model.is_table else "VIEW"
        connection.execute(f"CREATE OR REPLACE {kind} {model.name} AS {model.sql}")


def set_parameters(
    connection: "duckdb.DuckDBPyConnection", given: Mapping[str, Any], names: Collection[str] = tuple(PARAMETERS)
) -> None:
    """Set parameters of the connection: the given ones, and defaults for the rest of `names`.

    Views reflect the change at once, tables do not. Raises BadParameter.
    """
    values = literals(given)
    chosen = sorted({*names, *given})
    connection.execute("; ".join(f"SET VARIABLE {name} = {values[name]}" for name in chosen))
