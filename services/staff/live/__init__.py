"""What changes while a console is open: a stream of changes, and who else looks at a record. See LIVE.md."""
