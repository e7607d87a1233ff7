"""The shapes of refusals, for the API documents and the types generated from them."""

from typing import Any

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


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may answer these refusals."""
    content_type = "application/problem+json"
    documents: dict[int | str, dict[str, Any]] = {}
    for status in statuses:
        model = ValidationProblemOut if status == 422 else ProblemOut
        reference = {"$ref": f"#/components/schemas/{model.__name__}"}
        documents[status] = {"model": model, "content": {content_type: {"schema": reference}}}
    return documents
