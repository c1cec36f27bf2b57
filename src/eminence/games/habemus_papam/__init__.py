"""1655 – Habemus Papam: sealed bids of gems for the votes of a conclave."""
