"""The server: rooms, the store that keeps them, the live stream, the pages and the API."""
