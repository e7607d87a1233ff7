"""A report on its way to people: as files, as the body of a mail."""
