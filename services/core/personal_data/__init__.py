"""How a room describes the personal data in its tables, and the description of the tables of `core`."""
