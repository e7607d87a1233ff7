"""The shapes of refusals, for the API documents and the types generated from them."""

from typing import Any, Final, Union

from fastapi import FastAPI
from pydantic import BaseModel


class FieldErrorOut(BaseModel):
    """A wrong or missing field and the message to show there."""

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
    """A refusal with errors of single fields."""

    errors: list[FieldErrorOut]


_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})


def refused_as(*models: type[ProblemOut]) -> dict[str, Any]:
    """One of `responses`: a refusal that is shown by any of these models."""
    return {"model": Union[*models], "description": "Refusal"}


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    "default": refused_as(ValidationProblemOut, ProblemOut)
    | {
        "headers": {
            "Retry-After": {"description": "Seconds until it is worth trying again", "schema": {"type": "integer"}}
        }
    }
}
"""The `responses` of every route. A route names only what has members that these do not."""


def document_of(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of an app whose routes have `REFUSALS`, which are said once. FastAPI has no way to say that
    a model is sent as `application/problem+json`.
    """
    document = app.openapi()
    shared = document["components"].setdefault("responses", {})
    for operation in (one for path in document["paths"].values() for name, one in path.items() if name in _METHODS):
        responses = operation["responses"]
        for status, response in responses.items():
            if status == "default" or status.startswith("4"):
                (content,) = response["content"].values()
                del content["schema"]["title"]
                response["content"] = {"application/problem+json": content}
        shared["Refusal"], responses["default"] = responses["default"], {"$ref": "#/components/responses/Refusal"}
    return document
