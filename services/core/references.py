"""References of the form `VG-7K3M-Q2XH`, which households read out on the telephone.

The alphabet avoids characters that look or sound alike: it has at most one of 0 and O, of 1, I and L, of 5 and S, of U
and V. It has 29 characters, a prime number: with distinct weights below 29 the check character detects every single
wrong character and every swap of two. Seven random characters give 17 billion references; none is reused, because its
column is unique and rows are never deleted.
"""

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRTVWXYZ"
_VALUE = {character: value for value, character in enumerate(ALPHABET)}
_RANDOM_LENGTH = 7
RESERVATION = "VG"
ENQUIRY = "KA"
DECLARATION = "ER"
CONVERSATION = "NA"
"""The prefix shows the kind of reference, so that nobody on the telephone has to look it up."""


def _check_character(payload: str) -> str:
    weighted = sum(weight * _VALUE[character] for weight, character in enumerate(payload, start=1))
    return ALPHABET[weighted % len(ALPHABET)]


def new_reference(prefix: str = RESERVATION) -> str:
    """A fresh random reference with its check character, `VG-XXXX-XXXX`."""
    return _spell(secrets.randbelow(len(ALPHABET) ** _RANDOM_LENGTH), prefix)


def _spell(number: int, prefix: str) -> str:
    characters = []
    for _ in range(_RANDOM_LENGTH):
        number, value = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[value])
    payload = "".join(characters)
    whole = payload + _check_character(payload)
    return f"{prefix}-{whole[:4]}-{whole[4:]}"


def parse_reference(text: str, prefix: str = RESERVATION) -> str | None:
    """What a person typed (`vg 7k3m q2xh`) as a reference of this kind, or None when it cannot be one."""
    characters = "".join(character for character in text.upper() if character.isalnum())
    if len(characters) > _RANDOM_LENGTH + 1:  # without its prefix a reference may itself begin with these letters
        characters = characters.removeprefix(prefix)
    if len(characters) != _RANDOM_LENGTH + 1 or any(character not in _VALUE for character in characters):
        return None
    if _check_character(characters[:-1]) != characters[-1]:
        return None
    return f"{prefix}-{characters[:4]}-{characters[4:]}"


def references_in(text: str, prefix: str = RESERVATION) -> list[str]:
    """The references of this kind that a text names with their prefix, each once: `VG-7K3M-Q2XH`, `vg 7k3m q2xh`."""
    spelt = rf"\b{prefix}[-\u2010-\u2015 ]?[0-9A-Z]{{4}}[-\u2010-\u2015 ]?[0-9A-Z]{{4}}\b"
    found = (parse_reference(one, prefix) for one in re.findall(spelt, text, re.IGNORECASE))
    return list(dict.fromkeys(filter(None, found)))
