"""Answer templates: fields, texts, and filling them in for a household."""
