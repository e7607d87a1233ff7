"""Every operation of an API document, as a walk asks it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.contract.bodies import Schema, Schemas
from tests.fixtures.documents import DOCUMENTS, ENDLESS


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    schemas: Schemas
    path_schemas: Mapping[str, Schema]
    query: Mapping[str, Schema]
    needed_query: tuple[str, ...]
    bodies: tuple[Schema, ...]
    """One for each form that the body may have; none where there is none."""
    statuses: frozenset[int]
    """Of the answers that are none of a refusal. Each operation may be refused, by a problem document."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def is_change(self) -> bool:
        return self.method != "GET"

    def address(self, values: Mapping[str, Any]) -> str:
        """Its path with something in each parameter's place."""
        return re.sub(r"\{([^}:]+)[^}]*\}", lambda found: str(values.get(found[1], 1)), self.path)

    def plain_query(self) -> dict[str, Any]:
        """What must be asked."""
        return {name: self.schemas.example(self.query[name]) for name in self.needed_query}


def documented(which: str) -> list[Operation]:
    """The operations of a document."""
    return [one for one in operations_of(DOCUMENTS[which]()) if (one.method, one.path) not in ENDLESS]


def operations_of(document: dict[str, Any]) -> list[Operation]:
    schemas = Schemas(document["components"]["schemas"])
    return [
        _operation(method.upper(), path, described, schemas)
        for path, item in document["paths"].items()
        for method, described in item.items()
    ]


def _operation(method: str, path: str, described: dict[str, Any], schemas: Schemas) -> Operation:
    parameters = described.get("parameters", ())
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return Operation(
        method,
        path,
        schemas,
        path_schemas={one["name"]: one["schema"] for one in parameters if one["in"] == "path"},
        query={one["name"]: one["schema"] for one in parameters if one["in"] == "query"},
        needed_query=tuple(one["name"] for one in parameters if one["in"] == "query" and one["required"]),
        bodies=tuple(schemas.variants(body)) if body else (),
        statuses=frozenset(int(status) for status in described["responses"] if status.startswith(("2", "3"))),
    )
