"""The server: rooms in the browser, and for programs.

`actions` is what can be done at a table; pages and API are two doors to it. `services` holds what lives as long as the
server and is how every change is committed and told. `storage` keeps rooms and matches, `live` knows who looks at them,
`answering` is bots and what is answered for people; `pages` and `api` are what comes in and goes out, `http` the rest
of the way there.
"""
