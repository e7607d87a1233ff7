"""Switching an account off, with what hangs on it handed over to a colleague in the same transaction."""
