"""What a body is refused with, as the caller reads it."""

from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem, as_problem
from services.core.inputs import Body


def refusals(model: type[Body], body: dict[str, Any]) -> list[FieldError]:
    """The faults of a body that the model must refuse."""
    with pytest.raises(ValidationError) as refused:
        model.model_validate(body)
    faults = [{**fault, "loc": ("body", *fault["loc"])} for fault in refused.value.errors(include_url=False)]
    problem = as_problem(RequestValidationError(faults))
    assert isinstance(problem, ValidationProblem)
    return problem.errors
