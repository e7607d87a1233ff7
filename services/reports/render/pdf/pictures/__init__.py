"""What is drawn: cells, one of which is always one real thing or a round number of them."""
