"""`python -m tests.house`: what breaks the order of the rooms, a line each; ends with 1 if there is anything."""

import sys
from pathlib import Path

from tests.house.rooms import faults

found = faults(Path.cwd())
sys.stdout.write("".join(f"{fault}\n" for fault in found))
sys.exit(bool(found))
