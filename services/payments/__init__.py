"""Card checks: 1 € is authorised on a household's card and given back, by a payment provider behind a port."""
