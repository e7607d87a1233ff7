"""The board of attacks: what was refused by hour and day, what it means and what helps."""
