"""What is refused and by what it looks like an attack: counted for all servers together, shown and told."""
