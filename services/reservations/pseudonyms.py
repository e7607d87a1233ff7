"""How a household is called where its name must not be known."""


def pseudonym(reference: str) -> str:
    """`Haushalt K7M2` for `VG-7K3M-K7M2`: the same at every look, and nobody's name."""
    return f"Haushalt {reference[-4:]}"
