"""Parses and validates report parameters from query strings; errors are in German."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final

from analytics.definitions import Definition
from analytics.parameters import PARAMETERS, BadParameter, Day, Flag, Name, OneOf, Parameter, Texts, Whole
from analytics.reporting import Parameters
from services.core.fields import FieldError
from services.core.german import number
from services.core.http.errors import ValidationProblem
from services.reports.period import read_comparison, read_period, read_reserved

LABELS: Final[Mapping[str, str]] = {
    "from": "Von",
    "to": "Bis",
    "compare": "Vergleich",
    "compare_from": "Verglichen ab",
    "compare_to": "Verglichen bis",
    "with_bots": "Bots mitzählen",
    "look_back_days": "Rückblick in Tagen",
    "half_life_days": "Halbwertszeit in Tagen",
    "field": "Feld",
    "across": "Zweites Feld",
    "model": "Modell",
    "target_cents": "Ziel je Vertrag",
    "park": "Park",
    "state": "Stand",
    "path": "Weg",
    "touches": "Kontakte davor",
    "days_before": "Tage seit dem ersten Kontakt",
    "outcome": "Was daraus wurde",
    "match": "Filter gilt für",
    "package": "Paket",
    "plan": "Zahlweise",
    "rate_tenth_ct": "Freier Satz je kWh",
    "profit_tenth_ct": "Gewinn des Parks je kWh",
    "years": "Jahre",
    "starts_on": "Beginn der Gutschriften",
    "degradation_bp": "Alterung der Module im Jahr",
    "price_path_bp": "Preispfad im Jahr",
    "price_basis": "Beträge und Preispfad",
    "inflation_bp": "Inflation im Jahr",
    "discount_bp": "Zinssatz des Barwerts im Jahr",
    "reserved_from": "Reserviert ab",
    "reserved_to": "Reserviert bis",
    "only_channel": "Kanal",
    "only_channel_group": "Kanalgruppe",
    "only_utm_source": "Quelle",
    "only_utm_medium": "Medium",
    "only_utm_campaign": "Kampagne",
    "only_utm_term": "Suchbegriff",
    "only_utm_content": "Inhalt",
    "only_referral_code": "Empfehlungscode",
    "only_referrer_host": "Verweisende Seite",
    "only_landing_path": "Zielseite",
    "only_device": "Gerät",
}
"""German label of each parameter, by its name in query strings."""
UNITS: Final[Mapping[str, tuple[int, str]]] = {
    "target_cents": (100, "€"),
    "rate_tenth_ct": (10, "Cent"),
    "profit_tenth_ct": (10, "Cent"),
    "years": (1, "Jahren"),
    "degradation_bp": (100, "%"),
    "price_path_bp": (100, "%"),
    "inflation_bp": (100, "%"),
    "discount_bp": (100, "%"),
}
"""Units for people, where programs use integers of smaller units."""
ADDRESS_NAMES: Final[Mapping[str, str]] = {"from_day": "from", "to_day": "to"}
"""Parameters that have a different name in query strings."""
_MODEL_NAMES: Final = {name: parameter for parameter, name in ADDRESS_NAMES.items()}
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
Given = Iterable[tuple[str, str]]


def address_name(parameter: str) -> str:
    """A parameter's name in query strings and answers."""
    return ADDRESS_NAMES.get(parameter, parameter)


def read_parameters(definition: Definition, given: Given, today: date) -> Parameters:
    """All parameters of the report, typed; missing ones get their defaults.
    Raises ValidationProblem with a German sentence for each invalid one.
    """
    texts: dict[str, list[str]] = {}
    for name, text in given:
        texts.setdefault(_MODEL_NAMES.get(name, name), []).append(text)
    errors: list[FieldError] = []
    values: dict[str, Any] = {}
    for name, found in texts.items():
        try:
            values[name] = _read(definition, name, found)
        except BadParameter as bad:
            errors.append(refusal(bad))
    if errors:
        raise ValidationProblem(errors)
    if "from_day" in definition.parameters:
        days = values.get("from_day"), values.get("to_day")
        values |= read_period(*days, today, definition.usual_period)._asdict()
    if "compare" in definition.parameters:
        values |= read_comparison({"compare": definition.default("compare"), **values})
    if "reserved_from" in definition.parameters:
        read_reserved(values.get("reserved_from"), values.get("reserved_to"))
    return {name: definition.default(name) for name in definition.parameters} | values


def as_given(parameters: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Parameters as JSON in the form used in query strings; nulls are omitted and take their defaults."""
    given = []
    for name, value in parameters.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                given.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return given


def _read(definition: Definition, name: str, texts: list[str]) -> Any:
    if name not in definition.parameters:
        raise BadParameter(name, "unknown")
    parameter = PARAMETERS[name]
    if isinstance(parameter, Texts):
        value: Any = texts
    elif len(texts) > 1:
        raise BadParameter(name, "twice")
    else:
        value = _READERS[type(parameter)](name, texts[0])
    parameter.literal(name, value)
    return value


def _read_whole(name: str, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise BadParameter(name, "not_whole")
    return int(text)


def _read_flag(name: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise BadParameter(name, "not_a_flag")
    return text == "true"


def _read_day(name: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadParameter(name, "not_a_day") from None


def _read_text(name: str, text: str) -> str:
    return text


_READERS: Final[Mapping[type, Callable[[str, str], Any]]] = {
    Whole: _read_whole,
    Flag: _read_flag,
    Day: _read_day,
    OneOf: _read_text,
    Name: _read_text,
}


def refusal(bad: BadParameter) -> FieldError:
    """The error for a rejected parameter, with its name in query strings."""
    return {"field": address_name(bad.name), "code": bad.code, "message": _message(bad)}


def _message(bad: BadParameter) -> str:
    parameter = PARAMETERS.get(bad.name)
    if isinstance(parameter, Whole) and bad.code in ("not_whole", "out_of_range"):
        if bad.name in UNITS:
            parts, unit = UNITS[bad.name]
            least, most = number(parameter.least // parts), number(parameter.most // parts)
            return f"Bitte geben Sie einen Wert von {least} bis {most}\u00a0{unit} ein."
        return f"Bitte geben Sie eine ganze Zahl von {number(parameter.least)} bis {number(parameter.most)} ein."
    if isinstance(parameter, Day) and bad.code == "out_of_range":
        return f"Bitte geben Sie einen Tag von {parameter.least.year} bis {parameter.most.year} an."
    return _MESSAGES.get(bad.code, "Diesen Wert kennt der Bericht nicht.")


_MESSAGES: Final = {
    "unknown": "Diese Angabe kennt der Bericht nicht.",
    "twice": "Bitte geben Sie hier nur einen Wert an.",
    "not_a_day": "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21.",
    "not_a_flag": "Hier geht nur „true“ oder „false“.",
    "not_one_of_them": "Bitte wählen Sie einen der angebotenen Werte.",
    "too_many": "Bitte wählen Sie höchstens 50 Werte.",
    "not_a_text": "Bitte wählen Sie Werte mit höchstens 300 Zeichen.",
    "not_a_name": "Diesen Park gibt es nicht.",
    "unknown_park": "Diesen Park gibt es nicht.",
}


def as_told(definition: Definition, values: Mapping[str, Any]) -> dict[str, Any]:
    """The resolved parameters by their names in query strings, in a form JSON can hold."""
    return {
        address_name(name): values[name].isoformat() if isinstance(values[name], date) else values[name]
        for name in definition.parameters
    }


def schema_of(parameter: Parameter) -> dict[str, Any]:
    """The JSON schema of a parameter in a query string."""
    match parameter:
        case Whole():
            return {"type": "integer", "minimum": parameter.least, "maximum": parameter.most}
        case Flag():
            return {"type": "boolean"}
        case Day():
            years = _YEARS[parameter.least.year, parameter.most.year]
            return {"type": "string", "format": "date", "pattern": f"^{years}-[0-9]{{2}}-[0-9]{{2}}$"}
        case OneOf():
            return {"type": "string", "enum": list(parameter.names)}
        case Name():
            return {"type": "string", "pattern": f"^[a-z0-9-]{{1,{parameter.longest}}}$"}
        case Texts():
            text = {"type": "string", "maxLength": parameter.longest}
            return {"type": "array", "items": text, "maxItems": parameter.most}
    raise TypeError(f"{parameter} is none of a report's address")


_YEARS: Final = {(1900, 2999): "(19|2[0-9])[0-9]{2}", (2000, 2999): "2[0-9]{3}", (2020, 2099): "20[2-9][0-9]"}
"""First and last year of a day, as a regular expression of the years between."""
