"""Bodies and queries made from the schemas of a document: one that fits, and what is wrong about one."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]
Place = tuple[str | int, ...]
"""The path of a member: names, and positions in lists."""

TEXTS = (
    "2026-03-02",
    "2026-03-02T10:00:00Z",
    "06:00",
    "now",
    "last",
    "EUR",
    "85049",
    "0123456789abcdef",
    "AAAA",
    "beispiel",
)
"""Tried one after the other where a pattern is asked for."""
FITTING = {
    "currency": "USD",
    "email": "anna@example.org",
    "recipients": ["anna@example.org"],
    "mobile_phone": "0170 1234567",
    "reference": "VG-2222-2222",
    "iban": "DE89370400440532013000",
    "monthly_abschlag": 85.5,
    "rate": "0,9213",
    "position": 1,
    "url": "https://93.184.216.34/hook",
}
"""By member: what fits, where no schema can tell it."""
WRONG = ({"falsch": [1]}, 7.5, "falsch ist das", True, [[7.5]])


@dataclass(frozen=True)
class Schemas:
    """The named schemas of a document."""

    named: dict[str, Schema]

    def shape(self, schema: Schema) -> Schema:
        """A schema with its reference resolved, and without the alternative null."""
        if name := schema.get("$ref"):
            return self.shape(self.named[name.rpartition("/")[2]])
        kinds = [one for one in schema.get("anyOf", schema.get("oneOf", ())) if one.get("type") != "null"]
        if len(kinds) == 1:
            return self.shape(kinds[0])
        return schema

    def variants(self, schema: Schema) -> list[Schema]:
        """The objects that a body may be, one for each value of its discriminator."""
        shape = self.shape(schema)
        return [self.shape(one) for one in shape["oneOf"]] if "oneOf" in shape else [shape]

    def kinds(self, schema: Schema) -> set[str] | None:
        """The JSON types that are taken; None where the schema does not say."""
        shape = self.shape(schema)
        if several := shape.get("anyOf", shape.get("oneOf")):
            each = [self.kinds(one) for one in several]
            return None if None in each else set().union(*(one or () for one in each))
        if "const" in shape or "enum" in shape:
            return {_kind(one) for one in shape.get("enum", [shape.get("const")])}
        kind = shape.get("type")
        return {kind} if isinstance(kind, str) else None

    def refuses_text(self, schema: Schema) -> bool:
        """Whether any text in an address is wrong here."""
        shape = self.shape(schema)
        if shape.get("type") == "array":
            return self.refuses_text(shape["items"])
        if several := shape.get("anyOf", shape.get("oneOf")):
            return all(self.refuses_text(one) for one in several)
        return shape.get("type") != "string" or "enum" in shape or shape.get("format") in ("date", "date-time", "uuid")

    def example(self, schema: Schema, position: int = 0, name: str = "") -> Any:
        """The smallest value that fits."""
        if name in FITTING:
            return FITTING[name]
        shape = self.shape(schema)
        if several := shape.get("anyOf", shape.get("oneOf")):
            return self.example(several[0], position)
        if "const" in shape:
            return shape["const"]
        if "enum" in shape:
            return shape["enum"][position % len(shape["enum"])]
        match shape.get("type"):
            case "object":
                return {one: self.example(shape["properties"][one], 0, one) for one in shape.get("required", ())}
            case "array":
                return [self.example(shape["items"], place) for place in range(shape.get("minItems", 0))]
            case "integer" | "number":
                return max(shape.get("minimum", 1), 1) + position
            case "boolean":
                return True
            case "string":
                return _text(shape)
        return None

    def objects(self, schema: Schema, place: Place = (), depth: int = 3) -> Iterator[tuple[Place, Schema]]:
        """The body itself and every object in it, each with its path."""
        shape = self.shape(schema)
        if depth and shape.get("properties"):
            yield place, shape
            for name, member in shape["properties"].items():
                yield from self.objects(member, (*place, name), depth - 1)
        elif depth and shape.get("type") == "array":
            yield from self.objects(shape["items"], (*place, 0), depth - 1)

    def with_object(self, body: Any, schema: Schema, place: Place, found: Any) -> Any:
        """The body with an object at a place; lists on the way there get their first entry."""
        if not place:
            return found
        shape, step = self.shape(schema), place[0]
        member = shape["items"] if isinstance(step, int) else shape["properties"][step]
        body = deepcopy(body)
        if isinstance(step, int):
            body = body or [self.example(member)]
            body[0] = self.with_object(body[0], member, place[1:], found)
            return body
        inner = body.get(step)
        body[step] = self.with_object(self.example(member) if inner is None else inner, member, place[1:], found)
        return body


def wrong_value(kinds: set[str], nth: int = 0) -> Any:
    """Something of a JSON type that is not taken."""
    taken = kinds | ({"number"} if "integer" in kinds else set())
    refused = [one for one in WRONG if _kind(one) not in taken]
    return refused[nth % len(refused)]


def _kind(value: Any) -> str:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds.get(type(value), "null")


def _text(shape: Schema) -> str:
    if (shape.get("format")) == "uuid":
        return "6f1c0e7a-b5d9-4238-a1f0-c3d2e4b59687"
    if shape.get("format") == "date":
        return "2026-03-02"
    pattern, least = shape.get("pattern", ""), shape.get("minLength", 1)
    fitting = (one for one in TEXTS if re.search(pattern, one))
    found = next(fitting, "") if pattern else "Beispiel mit Worten".ljust(least, "x")
    return found[: shape.get("maxLength", 10_000)]
