"""Export of all tables and files in documented open formats, and import into an empty installation."""
