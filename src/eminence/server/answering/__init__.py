"""Who answers without being a person at a page: bots, and what is answered for people who want that."""
