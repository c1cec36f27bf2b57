"""Richelieu: two players draft the regions of France from the ends of four rows of cards."""
