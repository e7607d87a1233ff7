"""Charts made of cells; one cell is always one real thing, or a round number of them."""
