"""New game: everyone holds a card that nobody else sees, and may exchange it three times. The highest card wins."""
