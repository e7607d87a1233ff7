"""Generates fictional households: names from lists, reserved mail domains, phone numbers reserved for fiction."""

from random import Random
from typing import Any

from services.offer import CREDIT_TENTH_CT, SETUP_FEE_CENTS, quote
from services.reservations.models import ASKED

_FIRST_NAMES = (
    "Anneliese", "Ahmet", "Barbara", "Bernd", "Carina", "Claus", "Daniela", "Dimitri", "Elif", "Erwin", "Franziska",
    "Friedrich", "Gabriele", "Georg", "Hannah", "Heinrich", "Ines", "Ivan", "Johanna", "Jörg", "Katharina", "Klaus",
    "Leonie", "Ludwig", "Magdalena", "Mehmet", "Nadine", "Norbert", "Olga", "Oskar", "Petra", "Quirin", "Renate",
    "Sebastian", "Theresa", "Ulrich", "Valentina", "Wolfgang", "Xaver", "Zeynep",
)  # fmt: skip
_LAST_NAMES = (
    "Abel", "Ammer", "Bachmeier", "Bäumler", "Brückner", "Demirci", "Dorfner", "Eberl", "Eder", "Engelhardt",
    "Faltermeier", "Fröhlich", "Gradl", "Großmann", "Haslinger", "Höfler", "Huber-Lang", "Ihle", "Jäger", "Kastner",
    "Kirchhoff", "Kowalski", "Kreuzer", "Lindinger", "Löffler", "Marx", "Meixner", "Möslein", "Neureuther", "Nowak",
    "Obermüller", "Özdemir", "Pichler", "Plößl", "Rauscher", "Rößler", "Schmidbauer", "Schön", "Seidl",
    "Steinhauer", "Süß", "Thoma", "Uhlig", "Vogt", "von der Au", "Wacker", "Weiß", "Wimmer", "Wörle", "Zöllner",
)  # fmt: skip
_DOMAINS = ("example.org", "example.com", "post.example", "mail.example")
_POSTCODES = (
    "85049",
    "85051",
    "85053",
    "85055",
    "85057",
    "85080",
    "85092",
    "85098",
    "85114",
    "85276",
    "86633",
    "80331",
)
_PHONE_RANGES = ("0171 39200{:02}", "0176 040690{:02}", "089 99998{:03}", "030 23125{:03}")
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue", " ": "-"})
_PLANS = ("one-off", "one-off", "one-off", "24m", "24m", "48m")
_PACKAGES = (1000, 2000, 2000, 2000, 3000)


class Households:
    """A stream of reservation form requests, deterministic for a given random seed."""

    def __init__(self, random: Random) -> None:
        self._random = random
        names = [(first, last) for first in _FIRST_NAMES for last in _LAST_NAMES]
        random.shuffle(names)
        self._names = iter(names)
        self._count = 0

    def next(self) -> dict[str, Any]:
        """Request body of a new household, without touches."""
        first, last = next(self._names)
        number = self._count
        self._count += 1
        local = f"{first}.{last}".translate(_PLAIN).lower()
        return {
            "first_name": first,
            "last_name": last,
            "email": f"{local}@{_DOMAINS[number % len(_DOMAINS)]}",
            "mobile_phone": _phone(number),
            "postcode": self._random.choice(_POSTCODES),
            **{one.name: self._random.choice(one.values.options) for one in ASKED if one.values.options},
            "monthly_abschlag": self._random.randrange(35, 210) + self._random.choice((0, 0.5)),
            **self.choice(),
        }

    def spare_phone(self) -> str:
        """An unused phone number."""
        self._count += 1
        return _phone(self._count - 1)

    def choice(self) -> dict[str, Any]:
        """Package, plan and credit with the figures a browser submits."""
        figures = quote(
            self._random.choice(_PACKAGES), self._random.choice(_PLANS), self._random.choice(CREDIT_TENTH_CT)
        )
        return {
            "annual_kwh": figures.package.annual_kwh,
            "payment_plan": figures.plan.id,
            "solar_share_amount": figures.package.price_cents / 100,
            "payment_interest_rate": figures.plan.nominal_percent / 100,
            "expected_monthly_credit": figures.credits.monthly / 100,
            "expected_annual_credit": figures.credits.annual / 100,
            "expected_total_credits": figures.credits.total / 100,
            "yearly_platform_fee": 0,
            "deposit_amount": 1,
            "setup_fee": SETUP_FEE_CENTS / 100,
            "deposit_status": "reserved",
        }


def _phone(number: int) -> str:
    """A number the Bundesnetzagentur reserves for films and books: 200 mobile ones, then Munich and Berlin."""
    number %= 2200
    for pattern, size in zip(_PHONE_RANGES, (100, 100, 1000, 1000), strict=True):
        if number < size:
            return pattern.format(number)
        number -= size
    raise AssertionError("the ranges hold 2,200 numbers")
