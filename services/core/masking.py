"""Personal data as it stands in lists: enough to recognise, too little to use."""


def masked_email(address: str) -> str:
    """`m•••@example.de` for `mueller@example.de`."""
    local, at, domain = address.rpartition("@")
    return f"{local[:1]}•••{at}{domain}"
