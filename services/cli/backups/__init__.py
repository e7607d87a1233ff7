"""What the commands `voltigo backup`, `restore` and `verify` do; `cli/backup.py` prints it."""
