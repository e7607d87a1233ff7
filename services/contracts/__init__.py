"""Usage contracts: from the household's signature to the payments and the days on which its share earns."""
