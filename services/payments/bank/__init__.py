"""What goes to the bank and what comes from it."""
