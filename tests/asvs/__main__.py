"""`python -m tests.asvs`: writes the counts of the table into its README, and says what in the table is not true."""

import sys

from tests.asvs.table import PAGE, faults, read_table, renewed_page

rows = read_table()
PAGE.write_text(renewed_page(rows), encoding="utf-8")
found = list(faults(rows))
sys.stdout.write("".join(f"{fault}\n" for fault in found))
sys.exit(bool(found))
