"""The pages `/widerruf` and `/kuendigen`: plain forms that work without scripts, log-in and cookies."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from services.core.http.calls import FormBody
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.declarations.form.pages import FORMS, Page
from services.declarations.form.reading import new_once
from services.declarations.form.steps import Press, answer_to

router = APIRouter(include_in_schema=False)


async def _page(request: Request, settings: SettingsOf) -> Page:
    return Page(request, FORMS[request.url.path], settings)


PageOf = Annotated[Page, Depends(_page)]


def show_form(page: PageOf) -> Response:
    """The empty form."""
    return page.form({}, new_once())


def take_step(typed: FormBody, page: PageOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> Response:
    """The step that the pressed button names."""
    return answer_to(Press(page, typed, db, settings, clock()))


for _address in FORMS:
    router.add_api_route(_address, show_form, methods=["GET"])
    router.add_api_route(_address, take_step, methods=["POST"])
