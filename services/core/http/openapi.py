"""The shapes of refusals, for the API documents and the types generated from them."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Union

from pydantic import BaseModel


class FieldErrorOut(BaseModel):
    """One wrong or missing field with the sentence to show beside it."""

    field: str
    code: str
    message: str


class ProblemOut(BaseModel):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    success: bool


class ValidationProblemOut(ProblemOut):
    """A refusal because of single fields."""

    errors: list[FieldErrorOut]


_CONTENT_TYPE: Final = "application/problem+json"
_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may answer these refusals."""
    return {status: problem_of(ValidationProblemOut if status == 422 else ProblemOut) for status in statuses}


def problem_of(*models: type[ProblemOut]) -> dict[str, Any]:
    """One of `responses`: a refusal that is shown by any of these models."""
    return {"model": Union[*models], "content": _content(*(model.__name__ for model in models))}


def announce_refusals(document: dict[str, Any]) -> None:
    """Add to each operation the refusals that the framework and the edge give it, whatever its route declares.

    Broken JSON is 400 and a body beyond its limit 413; a parameter of a wrong type is 422 with its field, while other
    422 name no field; an address whose number is none is 404, and one too long for the server 414.
    """
    schemas = document["components"]["schemas"]
    for model in (ProblemOut, ValidationProblemOut, FieldErrorOut):
        own = model.model_json_schema(ref_template="#/components/schemas/{model}")
        own.pop("$defs", None)
        schemas.setdefault(model.__name__, own)
    for operation in _operations(document):
        responses = operation["responses"]
        # FastAPI offers the model of a response also as what the route answers with: no refusal is ever sent as that.
        for response in responses.values():
            if refusal := response.get("content", {}).get(_CONTENT_TYPE):
                response["content"] = {_CONTENT_TYPE: refusal}
        if "requestBody" in operation:
            responses["400"] = _refusal("ProblemOut")
            responses["413"] = _refusal("ProblemOut")
        places = {parameter["in"] for parameter in operation.get("parameters", ())}
        if "path" in places:
            responses.setdefault("404", _refusal("ProblemOut"))
        if places & {"path", "query"}:
            responses["414"] = _refusal("ProblemOut")
        if "requestBody" in operation or operation.get("parameters"):
            responses["422"] = _refusal("ValidationProblemOut", "ProblemOut")


def announce_busy(document: dict[str, Any], may_be_shed: Callable[[str, str], bool]) -> None:
    """Add 503 with its `Retry-After` to each operation that may be refused because too much is at work.

    `may_be_shed` is asked for method and path.
    """
    schema = {"type": "integer", "minimum": 1}
    retry_after = {"description": "Seconds until it is worth trying again; absent where nobody knows", "schema": schema}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method in _METHODS and may_be_shed(method.upper(), path):
                refusal = operation["responses"].setdefault("503", _refusal("ProblemOut"))
                refusal["headers"] = {"Retry-After": retry_after}


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in document["paths"].values():
        yield from (operation for method, operation in path.items() if method in _METHODS)


def _refusal(*models: str) -> dict[str, Any]:
    return {"description": "Refusal", "content": _content(*models)}


def _content(*models: str) -> dict[str, Any]:
    references = [{"$ref": f"#/components/schemas/{model}"} for model in models]
    return {_CONTENT_TYPE: {"schema": references[0] if len(references) == 1 else {"anyOf": references}}}
