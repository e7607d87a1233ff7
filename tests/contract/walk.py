"""What each operation is asked, and what is wrong with its answers. An answer that is right yields nothing."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.contract.bodies import Place, Schema, wrong_value
from tests.contract.operations import Operation
from tests.contract.roles import ANYBODY, asks_for_confirmation, may_call
from tests.contract.world import KNOWN, VERSION, Answer, Caller

UNKNOWN = "987654321"
_ENGLISH = re.compile(r"\b(the|should|input|field|required|value|must|is|be|not|valid)\b", re.IGNORECASE)
_STEPS_REFUSED = {"wrong_credentials", "wrong_code"}
"""What the steps of signing in, and those of confirming it, say with 401 to somebody who may take them."""


@dataclass
class Walk:
    """Asks operations one after the other, and counts what it has asked."""

    exceptions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By kind of question and operation: why the answer is another one, after the answer where that is always the same.
    One that does not apply is a fault, too.
    """
    members: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By operation: members of a body that fits, where its schema does not tell all."""
    asked: Counter[str] = field(default_factory=Counter)
    undocumented: set[str] = field(default_factory=set)
    """Answers, to whatever question, that the document does not know."""

    def without_session(self, operations: Iterable[Operation], nobody: Caller) -> Iterator[str]:
        for one in operations:
            yield from self._judged("no session", one, nobody, (401, "signed_out"))

    def half_signed_in(self, operations: Iterable[Operation], half: Caller) -> Iterator[str]:
        """A session whose account has lost its second factor."""
        guarded = (one for one in operations if may_call(one.method, one.path) != ANYBODY)
        for one in guarded:
            yield from self._judged("half signed in", one, half, (401, "signed_out"))

    def of_role(self, operations: Iterable[Operation], role: str, caller: Callable[[], Caller]) -> Iterator[str]:
        """Each operation with nothing that exists; what its table allows is judged, and what it does not is 403."""
        browser = caller()
        for one in operations:
            allowed = may_call(one.method, one.path)
            answer = self._knock(role, one, browser)
            if one.is_change and answer.status < 300:
                browser = caller()  # it may have ended the session
            told = (answer.status, _code(answer))
            if answer.headers.get("cache-control") != "no-store":
                yield f"{one}: may be kept by caches"
            if allowed != ANYBODY and role not in allowed.split():
                if told != (403, "forbidden"):
                    yield f"{one}: {told} for {role}, who may not"
            elif told[0] >= 500 or (told[0] in (401, 403) and told[1] not in _STEPS_REFUSED):
                yield f"{one}: {told} for {role}, who may"

    def unconfirmed(self, operations: Iterable[Operation], admin: Callable[[], Caller]) -> Iterator[str]:
        """An administrator who has not given the password for a while."""
        browser = admin()
        for one in (one for one in operations if one.is_change):
            answer = self._knock("unconfirmed", one, browser)
            if answer.status < 300:
                browser = admin()
            wanted = (_code(answer) == "confirmation_required") is asks_for_confirmation(one.method, one.path)
            if not wanted:
                yield f"{one}: {answer.status} {_code(answer)} for an administrator who has not confirmed"

    def unknown_ids(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        for one in operations:
            for name, schema in one.path_schemas.items():
                if one.schemas.refuses_text(schema) and one.schemas.shape(schema).get("type") == "string":
                    continue  # a day, a format, a key that a tab has given itself: nothing to find
                answer = self._send("unknown id", one, caller, KNOWN | {name: UNKNOWN})
                yield from self._unless_excepted("unknown id", one, _not_found(answer), f" {name}", answer)

    def unknown_members(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        for one, variant, whole in self._bodies(operations):
            faults = []
            for place, shape in one.schemas.objects(variant):
                if shape.get("additionalProperties"):
                    continue  # any name is taken there
                inner = {**(one.schemas.example(shape) if place else whole), "unerwartet": 1}
                body = one.schemas.with_object(whole, variant, place, inner)
                faults += _misjudged(self._send("unknown member", one, caller, KNOWN, body), [(*place, "unerwartet")])
            yield from self._unless_excepted("unknown member", one, faults)

    def wrong_types(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        """All members of an object at once: each is to be named."""
        for one, variant, whole in self._bodies(operations):
            faults = []
            for place, shape in one.schemas.objects(variant):
                for nth in range(2):
                    wrong = {name: wrong_value(kinds, nth) for name, kinds in _typed_members(one, shape)}
                    if wrong:
                        inner = {**(one.schemas.example(shape) if place else whole), **wrong}
                        body = one.schemas.with_object(whole, variant, place, inner)
                        answer = self._send("wrong type", one, caller, KNOWN, body)
                        faults += _misjudged(answer, [(*place, name) for name in wrong])
            yield from self._unless_excepted("wrong type", one, faults)

    def missing_members(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        for one, variant, whole in self._bodies(operations):
            faults = []
            for place, shape in one.schemas.objects(variant):
                given = one.schemas.example(shape) if place else whole
                needed = [name for name in shape.get("required", ()) if not _is_fixed(one, shape, name)]
                if needed:
                    inner = {name: value for name, value in given.items() if name not in needed}
                    body = one.schemas.with_object(whole, variant, place, inner)
                    answer = self._send("missing member", one, caller, KNOWN, body)
                    faults += _misjudged(answer, [(*place, name) for name in needed])
            yield from self._unless_excepted("missing member", one, faults)

    def wrong_queries(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        for one in operations:
            wrong = {name: "falsch" for name, schema in one.query.items() if one.schemas.refuses_text(schema)}
            if wrong:
                answer = self._send("wrong query", one, caller, KNOWN, query=one.plain_query() | wrong)
                yield from self._unless_excepted("wrong query", one, _misjudged(answer, [(name,) for name in wrong]))
            if one.needed_query:
                answer = self._send("missing query", one, caller, KNOWN, query={})
                faults = _misjudged(answer, [(name,) for name in one.needed_query])
                yield from self._unless_excepted("missing query", one, faults)

    def stale(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        """A save over the version before the present one."""
        for one, variant, whole in self._bodies(operations):
            if one.path_schemas and "version" in variant["properties"]:
                answer = self._send("stale", one, caller, KNOWN, {**whole, "version": VERSION - 1})
                yield from self._unless_excepted("stale", one, _not_stale(answer), "", answer)

    def foreign(self, operations: Iterable[Operation], caller: Caller) -> Iterator[str]:
        """A change that another site makes with the cookies of this browser."""
        for one in operations:
            if one.is_change:
                headers = {"sec-fetch-site": "cross-site", "origin": "https://attacker.example"}
                yield from self._judged("foreign", one, caller, (403, "cross_site"), headers)

    def unused_exceptions(self) -> list[str]:
        return [
            f"{kind}: {name}"
            for kind, names in self.exceptions.items()
            for name in names
            if (kind, name) not in self._used
        ]

    _used: set[tuple[str, str]] = field(default_factory=set)

    def _unless_excepted(
        self, kind: str, one: Operation, faults: Iterable[str], where: str = "", answer: Answer | None = None
    ) -> Iterator[str]:
        found = list(faults)
        reason = self.exceptions.get(kind, {}).get(str(one))
        if reason is None:
            yield from (f"{one}{where}, {kind}: {fault}" for fault in found)
        elif found:
            self._used.add((kind, str(one)))
            if answer and reason[:3].isdigit() and f"{answer.status} {_code(answer)}" != reason.partition(":")[0]:
                yield f"{one}{where}, {kind}: {answer.status} {_code(answer)} instead of {reason}"

    def _judged(
        self,
        kind: str,
        one: Operation,
        caller: Caller,
        wanted: tuple[int, str],
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[str]:
        answer = self._send(kind, one, caller, KNOWN, headers=headers)
        told = (answer.status, _code(answer))
        yield from self._unless_excepted(kind, one, [] if told == wanted else [f"answered {told}"], "", answer)

    def _knock(self, kind: str, one: Operation, caller: Caller) -> Answer:
        """A call that does nothing where it can be told from its address or body: who may call is judged first."""
        unknown = dict.fromkeys(one.path_schemas, UNKNOWN)
        return self._send(kind, one, caller, unknown, {"unerwartet": 1}, dict.fromkeys(one.query, "falsch"))

    def _bodies(self, operations: Iterable[Operation]) -> Iterator[tuple[Operation, Schema, dict[str, Any]]]:
        """Each operation with each form of its body, and one that fits."""
        for one in operations:
            for variant in one.bodies:
                yield one, variant, self._fitting(one, variant)

    def _fitting(self, one: Operation, variant: Schema) -> dict[str, Any]:
        return {**one.schemas.example(variant), **self.members.get(str(one), {})}

    def _send(
        self,
        kind: str,
        one: Operation,
        caller: Caller,
        values: Mapping[str, Any],
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        self.asked[kind] += 1
        if not one.bodies:
            body = None
        elif body is None:
            body = self._fitting(one, one.bodies[0])
        asked = one.plain_query() if query is None else query
        answer = caller.send(one.method, one.address(values), asked, body, headers or {})
        is_problem = answer.headers.get("content-type") == "application/problem+json"
        if answer.status not in one.statuses and not (is_problem and answer.status != 500):
            self.undocumented.add(f"{one}: {answer.status} {answer.headers.get('content-type')}")
        return answer


def _code(answer: Answer) -> str:
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    return str(answer.json["code"]) if is_problem else ""


def _not_found(answer: Answer) -> Iterator[str]:
    if answer.status != 404 or not _code(answer):
        yield f"{answer.status} {answer.content[:150]!r}"
    elif not _is_german(answer.json["title"]):
        yield f"not in German: {answer.json['title']}"


def _not_stale(answer: Answer) -> Iterator[str]:
    current = answer.json.get("current", {}) if _code(answer) == "stale" else {}
    if answer.status != 409 or current.get("version") != VERSION:
        yield f"{answer.status} {answer.content[:150]!r}"
    elif not _is_german(answer.json["title"]):
        yield f"not in German: {answer.json['title']}"


def _misjudged(answer: Answer, places: list[Place]) -> Iterator[str]:
    """What a refusal for these members lacks, and what it says besides."""
    if answer.status != 422 or not _code(answer):
        yield f"{answer.status} {answer.content[:150]!r} for {_words(places)}"
        return
    told = {fault["field"]: fault for fault in answer.json.get("errors", ())}
    unnamed = [place for place in places if not any(_names(one, place) for one in told)]
    if unnamed:
        yield f"does not name {_words(unnamed)} but {sorted(told)}"
    besides = [
        f"{one} {fault['code']}" for one, fault in told.items() if not any(_names(one, place) for place in places)
    ]
    if besides:
        yield f"names besides {besides}"
    yield from (f"not in German: {fault}" for fault in told.values() if not _is_german(fault["message"]))


def _names(told: str, place: Place) -> bool:
    """Whether the field of a fault is the place, an entry of it, or an object around it that is judged as a whole. The
    name of the body's form may stand before it.
    """
    wanted = [str(step) for step in place]
    for field_ in (told.split("."), told.split(".")[1:]):
        shared = min(len(field_), len(wanted))
        if shared and field_[:shared] == wanted[:shared]:
            return True
    return False


def _typed_members(one: Operation, shape: Schema) -> Iterator[tuple[str, set[str]]]:
    for name, member in shape["properties"].items():
        if (kinds := one.schemas.kinds(member)) and not _is_fixed(one, shape, name):
            yield name, kinds


def _is_fixed(one: Operation, shape: Schema, name: str) -> bool:
    """Whether it says which form a body has."""
    return "const" in one.schemas.shape(shape["properties"][name])


def _is_german(sentence: str) -> bool:
    return sentence.endswith((".", "?", "!")) and not _ENGLISH.search(sentence)


def _words(places: list[Place]) -> list[str]:
    return [".".join(map(str, place)) for place in places]
