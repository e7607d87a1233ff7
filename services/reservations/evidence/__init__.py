"""What a household was shown when it reserved or changed its share, kept so that it can be printed again."""
