"""Layout and typefaces of printed pages, whatever is printed on them."""
