"""What staff see of conversations and do with them."""
