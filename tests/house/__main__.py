"""`python -m tests.house`: breaches of the order of the rooms and words to avoid, a line each; ends with 1 if any."""

import sys
from pathlib import Path

from tests.house import circles, fields, forms, links, migrations, named_files, promises, prose, rooms, unused

found = [
    *rooms.faults(Path.cwd()),
    *rooms.strangers(Path.cwd()),
    *circles.faults(),
    *prose.faults(Path.cwd()),
    *promises.faults(Path.cwd()),
    *migrations.faults(Path.cwd()),
    *named_files.faults(Path.cwd()),
    *links.faults(Path.cwd()),
    *forms.faults(Path.cwd()),
    *fields.faults(Path.cwd()),
    *unused.faults(Path.cwd()),
]
sys.stdout.write("".join(f"{fault}\n" for fault in found))
sys.exit(bool(found))
