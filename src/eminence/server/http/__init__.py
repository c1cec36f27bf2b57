"""The application: its routes, what stands before them, visits, cookies, and the server that runs it all."""
