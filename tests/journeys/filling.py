"""Fills every field of a form by keyboard, fails where a field is not in the table of values, and reads what arrived.

A new field of a form needs a value in its table: what nobody fills in, nobody sees break.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, expect

from services.core.db.db import Base, Database
from tests.journeys.records import eventually
from tests.services.stored import stored

Values = Mapping[str, str | bool]
"""What is put into each field, by its label: a text, the label of a choice, or whether a box is ticked."""


@dataclass(frozen=True)
class HouseholdChoice:
    """What a household chooses, with its labels and two of its values."""

    site: str
    console: str
    exported: str
    value: str
    other: str


CHOICES: Final = {
    "household_size": HouseholdChoice("Personen im Haushalt", "Personen", "Personen im Haushalt", "3", "5+"),
    "energy_provider": HouseholdChoice(
        "Ihr Stromversorger", "Versorger", "Stromversorger", "Stadtwerke München", "Vattenfall"
    ),
}
"""By their names in API and database, in the order of the site's form."""
CHOSEN: Final = {name: choice.value for name, choice in CHOICES.items()}

_FIELDS: Final = "input, select, textarea, [role=combobox]:not(input)"
_CHOSEN_AS_A_WHOLE: Final = {"date", "time", "month", "datetime-local", "range"}
"""Their parts depend on the browser's own language, and they hold nothing before the last of them."""
_TYPED: Final = 3
_SCAN: Final = r"""(form, fields) => {
  const words = (node) => {
    const copy = node.cloneNode(true)
    copy.querySelectorAll('small, .muted, [aria-hidden=true], input, select, textarea, option, p, h3')
      .forEach((one) => one.remove())
    return (copy.textContent.trim() ? copy : node).textContent.replace(/\u00ad/g, '').replace(/\s+/g, ' ').trim()
  }
  const byIds = (ids) => ids.split(' ').map((id) => document.getElementById(id)).filter(Boolean)
  const named = (one) => {
    if (one.hasAttribute('aria-label')) return one.getAttribute('aria-label')
    const by = byIds(one.getAttribute('aria-labelledby') ?? '')
    if (by.length) return words(by[0])
    return one.labels?.length ? words(one.labels[0]) : (one.name ?? '')
  }
  const groupOf = (one) => {
    const group = one.closest('[role=radiogroup], fieldset')
    if (!group) return ''
    const legend = group.querySelector('legend')
    return group.matches('fieldset') && legend ? words(legend) : named(group)
  }
  const isFilledIn = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]') && !one.disabled &&
    !one.readOnly && !['hidden', 'submit', 'button', 'file'].includes(one.type)
  const found = []
  for (const [at, one] of [...form.querySelectorAll(fields)].entries()) {
    if (!isFilledIn(one)) continue
    const isPicked = one.getAttribute('role') === 'combobox'
    const kind = isPicked ? 'combobox' : one.tagName === 'INPUT' ? one.type : one.tagName.toLowerCase()
    if (kind !== 'radio') {
      found.push({ at, kind, label: named(one), group: groupOf(one), options: {} })
      continue
    }
    const known = found.find((other) => other.kind === 'radio' && other.name === one.name)
    const radio = known ?? { at, kind, name: one.name, label: groupOf(one) || one.name, group: '', options: {} }
    radio.options[named(one)] = at
    if (!known) found.push(radio)
  }
  const labels = found.map(({ label }) => label)
  const isAlone = ({ label }) => labels.indexOf(label) === labels.lastIndexOf(label)
  return found.map((one) => (isAlone(one) ? one : { ...one, label: `${one.group || one.name}: ${one.label}` }))
}"""


@dataclass(frozen=True)
class _Field:
    at: int
    kind: str
    label: str
    options: dict[str, int]


def fill_completely(form: Locator, values: Values) -> None:
    """Put something into every field that can be seen, also into those that come up meanwhile."""
    done: set[str] = set()
    unknown: list[str] = []
    if values:  # a dialog that has just opened may show nothing yet
        expect(form.locator(_FIELDS).locator("visible=true").first).to_be_visible()
    while todo := [field for field in _fields_of(form) if field.label not in done]:
        [field, *_] = todo
        done.add(field.label)
        if name := next((name for name in values if _names(name, field.label)), None):
            _fill(form, field, values[name])
        else:
            unknown.append(f"{field.label} ({field.kind}) {[*field.options]}")
    absent = [name for name in values if not any(_names(name, label) for label in done)]
    assert (unknown, absent) == ([], []), "fields without a value, and values without a field"


def _names(name: str, label: str) -> bool:
    """A long label is named by its beginning and three dots."""
    return label.startswith(name.removesuffix("…").rstrip()) if name.endswith("…") else label == name


def expect_stored(db: Database, model: type[Base], kept: Mapping[str, object]) -> None:
    """Wait until a row of the table holds these values; a value of JSON may hold more."""

    def is_kept() -> bool:
        return any(all(_holds(row[name], value) for name, value in kept.items()) for row in stored(db, model))

    try:
        eventually(is_kept, f"a row of {model.__tablename__}")
    except AssertionError:
        rows = [{name: row[name] for name in kept} for row in stored(db, model)]
        raise AssertionError(f"{dict(kept)} is in none of {rows}") from None


def _holds(stored_value: object, value: object) -> bool:
    if isinstance(value, dict) and isinstance(stored_value, dict):
        return all(_holds(stored_value.get(name), one) for name, one in value.items())
    return stored_value == value


def _fields_of(form: Locator) -> list[_Field]:
    found: list[dict[str, Any]] = form.evaluate(_SCAN, _FIELDS)
    return [_Field(one["at"], one["kind"], one["label"], one["options"]) for one in found]


def _fill(form: Locator, field: _Field, value: str | bool) -> None:
    fields = form.locator(_FIELDS)
    one = fields.nth(field.at)
    if field.kind == "checkbox":
        if one.is_checked() != value:
            one.press("Space")
        expect(one).to_be_checked(checked=bool(value))
        return
    assert isinstance(value, str), f"“{field.label}” ({field.kind}) takes a text"
    if field.kind == "radio":
        found = [at for option, at in field.options.items() if option.startswith(value)]
        assert found, f"“{field.label}” has no “{value}”: {[*field.options]}"
        chosen = fields.nth(field.options.get(value, found[0]))
        chosen.press("Space")
        expect(chosen).to_be_checked()
    elif field.kind == "select":
        one.select_option(label=_option_of(one, value))
    elif field.kind == "combobox":
        _choose(one, value)
    elif field.kind in _CHOSEN_AS_A_WHOLE:
        one.fill(value)
        expect(one).to_have_value(value)
    else:
        _type(one, value, field.kind)


def _option_of(field: Locator, value: str) -> str:
    """The whole label of an option that begins so; its answer may still be on its way."""
    found = field.locator("option").filter(has_text=re.compile(f"^\\s*{re.escape(value)}"))
    try:
        expect(found).not_to_have_count(0)
    except AssertionError:
        raise AssertionError(f"no “{value}” among {field.locator('option').all_inner_texts()}") from None
    texts = found.all_inner_texts()
    return value if value in texts else texts[0]


def _type(field: Locator, text: str, kind: str) -> None:
    """The last letters one by one: a form that replaces its field while one types loses what follows the first."""
    at_once = "" if kind == "number" else text[:-_TYPED]  # a number with a comma can only be typed
    field.fill(at_once)
    field.press_sequentially(text.removeprefix(at_once))
    expect(field).to_have_value(text)


def _choose(field: Locator, option: str) -> None:
    field.click()
    if field.evaluate("one => one instanceof HTMLInputElement"):
        field.press_sequentially(option)
    field.page.get_by_role("option", name=option).first.click()
