"""The steps of the form: check, edit, confirm, save.

Each step posts everything typed so far, and only the last one stores anything. Neither a rate limit nor a suspected
cross-site call can lose a declaration: at worst it has to be confirmed once more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from starlette.responses import Response

from services.core.db.db import Database
from services.core.http.cross_site import says_foreign
from services.core.http.errors import ValidationProblem, as_problem
from services.declarations.form.pages import Page, receipt_file
from services.declarations.form.reading import declared_of, new_once, once_of, without_controls
from services.declarations.submit import find_receipt, submit
from services.declarations.wording import Declared
from services.mail.acknowledgements import Acknowledgements
from services.settings import Settings


@dataclass(frozen=True, slots=True)
class Press:
    """One press: the page it was made on, and everything typed there."""

    page: Page
    typed: Mapping[str, str]
    db: Database
    settings: Settings
    now: datetime


def answer_to(press: Press) -> Response:
    """The next page. An unknown step is taken for a check."""
    step, once, values = press.typed.get("step", ""), once_of(press.typed), without_controls(press.typed)
    if step == "save":
        return _saved(press, once)
    if step == "edit":
        return press.page.form(values, once)
    try:
        declared = declared_of(press.page.kind, values, press.settings, press.now)
    except ValidationProblem as problem:
        return press.page.form(values, once, problem)
    if step == "confirm" and not says_foreign(press.page.request.headers, press.settings.public_url):
        return _declared(press, declared, values, once)
    return press.page.summary(declared, values, once)


def _saved(press: Press, once: str) -> Response:
    with press.db.read() as session:
        receipt = find_receipt(session, press.typed.get("reference", ""), once)
    return receipt_file(receipt, press.settings) if receipt else press.page.form({}, new_once())


def _declared(press: Press, declared: Declared, values: Mapping[str, str], once: str) -> Response:
    receipts = Acknowledgements(press.settings, "declaration")
    try:
        receipt = press.db.write(lambda session: submit(session, declared, once, receipts, press.now))
    except Exception as error:
        if as_problem(error).status != 503:
            raise
        return press.page.summary(declared, values, once, has_failed=True)
    return press.page.receipt(receipt, once)
