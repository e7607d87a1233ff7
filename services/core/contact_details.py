"""E-mail addresses and phone numbers: validated, and normalised for comparison."""

import re
import unicodedata
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

import phonenumbers
from email_validator import EmailNotValidError, ValidatedEmail, validate_email
from email_validator.rfc_constants import CASE_INSENSITIVE_MAILBOX_NAMES

from services.core.fields import Refused, text
from services.core.folding import fold
from services.core.inputs import Rule

LONGEST_EMAIL = 254
LONGEST_PHONE = 40
LONGEST_NAME = 100
LONGEST_NAME_KEY = 250
_FEWEST_PHONE_DIGITS = 6
_FEWEST_MOBILE_DIGITS = 10
_CHECK_MOBILE = "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."
_PLAIN_ADDRESS = re.compile(r"([A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*)@([A-Za-z0-9.-]+)")
"""An address without quotes, comments or umlauts: what nearly all are."""
DANGEROUS_IN_HEADERS = re.compile(r"=\?|\?=|[%!|`]")
"""Before the @: encoded words, which become another address in the header `To`, and what relays take for a route."""
_WORDS = re.compile(r"[^\W\d_]+")
NO_NAME = "Bitte geben Sie hier nur den Namen an, ohne Ziffern, Internetadressen und Zeichen wie / [ ] |."
LIKE_AN_ADDRESS = "Das sieht wie eine Internetadresse aus. Bitte setzen Sie in Namen nach einem Punkt ein Leerzeichen."
_SEPARATE = re.compile(r"[/,;|]")
PLAIN_MOBILE = re.compile(r"(?:0|49)(1[5-7][0-9]{8,9})")
"""A German mobile number as nearly all type it, blanks taken out; also with a country code that lacks its +."""


class Email(NamedTuple):
    """An address as typed, and its normalised copy: lower case, composed, domain in ASCII."""

    typed: str
    normalized: str


class Phone(NamedTuple):
    """A telephone number as typed, and in E.164."""

    typed: str
    e164: str


def read_email(value: object, allow_test_domains: bool) -> Email:
    """Parse an address. Domains kept for tests (`.test`, `.example`) are refused unless they are allowed."""
    message = "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."
    typed = text(value, LONGEST_EMAIL)
    plain = _PLAIN_ADDRESS.fullmatch(typed)
    try:
        if plain and plain[1].lower() not in CASE_INSENSITIVE_MAILBOX_NAMES:
            domain, ascii_domain = _checked_domain(plain[2], allow_test_domains)
            if domain == ascii_domain:  # otherwise the lengths of both spellings are to be checked
                return Email(f"{plain[1]}@{domain}", f"{plain[1].lower()}@{domain}")
        checked = _checked_address(typed, allow_test_domains)
    except EmailNotValidError as error:
        raise Refused("email_invalid", message) from error
    if DANGEROUS_IN_HEADERS.search(checked.local_part):
        raise Refused("email_invalid", message)
    return Email(checked.normalized, f"{checked.local_part.lower()}@{checked.ascii_domain}")


def refuse_test_domain(email: Email, allow_test_domains: bool) -> None:
    """Refuse an address at a domain kept for tests where this installation does not allow them."""
    if not allow_test_domains:
        read_email(email.typed, allow_test_domains=False)


def _checked_address(typed: str, allow_test_domains: bool) -> ValidatedEmail:
    # No umlauts before the @: few servers take such an address, and most of them are slips of the finger.
    return validate_email(typed, check_deliverability=False, allow_smtputf8=False, test_environment=allow_test_domains)


@lru_cache(maxsize=1024)
def _checked_domain(domain: str, allow_test_domains: bool) -> tuple[str, str]:
    """A domain in both its spellings. Most households share a few, and checking one takes longer than all else."""
    checked = _checked_address(f"a@{domain}", allow_test_domains)
    return checked.domain, checked.ascii_domain or ""


_GMAIL = frozenset(("gmail.com", "googlemail.com"))
"""Two names of one provider, which also ignores dots before the @."""


def name_key(last_name: str, first_name: str) -> str:
    """Key for sorting and comparing names: ignores case and accents, and „Mueller“ equals „Müller“."""
    return fold(f"{last_name} {first_name}")[:LONGEST_NAME_KEY]


def mailbox_of(normalized: str) -> str:
    """The mailbox behind a normalised address, for counting and comparing: `anna+solar@…` counts as `anna@…`.

    Never send mail to it: how tags are treated is up to the provider. Empty where there is no address.
    """
    if not normalized:
        return ""
    local, _, domain = normalized.rpartition("@")
    untagged = local.partition("+")[0] or local
    if domain in _GMAIL:
        return f"{untagged.replace('.', '') or untagged}@gmail.com"
    return f"{untagged}@{domain}"


SHARED_DOMAINS: Final = frozenset({
    "aol.com", "arcor.de", "email.com", "email.de", "freenet.de", "gmail.com", "gmx.at", "gmx.ch", "gmx.com",
    "gmx.de", "gmx.eu", "gmx.info", "gmx.net", "gmx.org", "googlemail.com", "hotmail.at", "hotmail.com",
    "hotmail.de", "hotmail.fr", "icloud.com", "kabelmail.de", "live.at", "live.com", "live.de", "live.nl",
    "mac.com", "mail.com", "mail.de", "mail.ru", "mailbox.org", "me.com", "msn.com", "online.de", "outlook.at",
    "outlook.com", "outlook.de", "pm.me", "posteo.de", "posteo.net", "proton.me", "protonmail.com",
    "t-online.de", "unitybox.de", "vodafone.de", "web.de", "yahoo.at", "yahoo.com", "yahoo.de", "yahoo.fr",
    "ymail.com",
})  # fmt: skip
"""Of large providers, whose domain says nothing about the owner of a mailbox."""


def own_domain(normalized: str) -> str:
    """The domain of an address that may be its owner's alone, as `mueller-familie.de`; empty: it is a large provider's,
    or there is no address.
    """
    domain = normalized.rpartition("@")[2]
    return "" if domain in SHARED_DOMAINS else domain


def deliverable_address(typed: str, normalized: str) -> str:
    """An address as typed with its domain in ASCII, which every mail server understands; empty: no address."""
    if not normalized:
        return ""
    return f"{typed.rpartition('@')[0]}@{normalized.rpartition('@')[2]}"


def read_phone(value: object, message: str = _CHECK_MOBILE) -> Phone:
    """The number as typed and in E.164; without a country code it is a German one. `message` refuses anything else.

    Words around it („mobil“, „(Karl)“) stay in what was typed and are no part of the number: on a keypad each letter
    is a digit, and the library would dial them.
    """
    typed = text(value, LONGEST_PHONE)
    if plain := PLAIN_MOBILE.fullmatch(typed.replace(" ", "")):
        return Phone(typed, f"+49{plain[1]}")
    # The digits of a text without the words around them; empty if there are several groups: two numbers, an extension
    # or a vanity number
    parts = [part for part in _WORDS.split(typed) if any(map(str.isdecimal, part))]
    first, *others = _SEPARATE.split(parts[0]) if len(parts) == 1 else [""]
    is_second = any(other.lstrip().startswith(("0", "+")) and _is_whole(other) for other in others)
    digits = parts[0] if len(parts) == 1 and not (is_second and _is_whole(first)) else ""
    try:
        number = phonenumbers.parse(digits, "DE")
    except phonenumbers.NumberParseException as error:
        raise Refused("phone_invalid", message) from error
    # How many digits the number has at least, without the country code and a leading 0
    is_german_mobile = number.country_code == 49 and str(number.national_number).startswith(("15", "16", "17"))
    fewest_digits = _FEWEST_MOBILE_DIGITS if is_german_mobile else _FEWEST_PHONE_DIGITS
    is_too_short = len(phonenumbers.national_significant_number(number)) < fewest_digits
    # Next to a word it may be the start of a vanity number, so it must be a valid number.
    is_one = phonenumbers.is_possible_number(number) if digits == typed else phonenumbers.is_valid_number(number)
    if is_too_short or not is_one or not _is_as_typed(number, digits):
        raise Refused("phone_invalid", message)
    return Phone(typed, phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def _is_whole(part: str) -> bool:
    return sum(map(str.isdecimal, part)) >= _FEWEST_PHONE_DIGITS


def _is_as_typed(number: phonenumbers.PhoneNumber, digits: str) -> bool:
    """Whether the number is what was typed, behind nothing but the dialling prefixes: the library also reads
    extensions, and changes numbers of some countries.
    """
    typed = "".join(str(unicodedata.decimal(sign)) for sign in digits if sign.isdecimal())
    national = phonenumbers.national_significant_number(number)
    before = typed.removesuffix(national)
    country = str(number.country_code)
    known = ("", "0", country, f"{country}0", f"00{country}", f"00{country}0")
    return typed.endswith(national) and not number.extension and before in known


def spoken_phone(e164: str) -> str:
    """A stored number in groups, as one reads it out: `+49 170 1234567`."""
    international = phonenumbers.PhoneNumberFormat.INTERNATIONAL
    return phonenumbers.format_number(phonenumbers.parse(e164), international) if e164 else ""


_NEVER_IN_NAMES = re.compile(r"://|www\.|[@/\\\d\[\]{}|]", re.IGNORECASE)
_JOINED = re.compile(r"([^\W\d_]+)\.(?=([^\W\d_]{2,}))")
_ABBREVIATIONS = frozenset(
    [
        "dr",
        "prof",
        "dipl",
        "ing",
        "med",
        "dent",
        "vet",
        "phil",
        "rer",
        "nat",
        "pol",
        "oec",
        "jur",
        "theol",
        "mag",
        "habil",
        "st",
        "ste",
        "hl",
        "ph",
        "sr",
        "jr",
        "sen",
        "jun",
        "frhr",
    ]
)
_ENDINGS = frozenset(
    [
        "app",
        "berlin",
        "biz",
        "blog",
        "click",
        "club",
        "cloud",
        "com",
        "dev",
        "email",
        "example",
        "gmbh",
        "info",
        "koeln",
        "link",
        "live",
        "net",
        "news",
        "online",
        "org",
        "page",
        "pro",
        "rocks",
        "shop",
        "site",
        "store",
        "test",
        "top",
        "web",
        "website",
        "wiki",
        "win",
        "work",
        "world",
        "xyz",
    ]
)
"""Endings of addresses that spammers have, of three letters and more; those of countries have two."""


def person_name(value: object) -> str:
    """A first or last name."""
    cleaned = text(value, LONGEST_NAME)
    if not any(character.isalpha() for character in cleaned):
        raise Refused("no_letters", "Ein Name braucht mindestens einen Buchstaben.")
    # Many signs are only other forms of a point, a digit or a letter, and mail programs link what has them.
    plain = unicodedata.normalize("NFKC", cleaned).replace("\u3002", ".")
    if _NEVER_IN_NAMES.search(plain):
        raise Refused("not_a_name", NO_NAME)
    if any(_is_address(*found.groups()) for found in _JOINED.finditer(plain)):
        raise Refused("not_a_name", LIKE_AN_ADDRESS)
    return cleaned


def _is_address(before: str, after: str) -> bool:
    """Whether two words joined by a point are an internet address and no name: „Dr.med.“, „St.Clair“ and „K.Berger“
    are names.
    """
    before, after = before.lower(), after.lower()
    if before not in _ABBREVIATIONS and len(before) > 1:
        return True
    return after not in _ABBREVIATIONS and (len(after) == 2 or after in _ENDINGS)


EmailAddress = Annotated[
    Email,
    Rule(
        lambda value: read_email(value, allow_test_domains=True),
        {"type": "string", "format": "email", "minLength": 3, "maxLength": LONGEST_EMAIL},
    ),
]
"""Whether a test domain is allowed depends on the installation: `refuse_test_domain`."""
PhoneNumber = Annotated[Phone, Rule(read_phone, {"type": "string", "minLength": 6, "maxLength": LONGEST_PHONE})]
