"""A bot that plays a whole match of Éminence through the API, with nothing but Python's standard library.

    python examples/bot.py http://localhost:8655/s/ROOM/TOKEN       takes the seat of an invitation's link
    python examples/bot.py http://localhost:8655 --against page     makes a room of its own against a bot of the house

It sits down, listens to its seat's stream of events, and whenever the table shows that its seat is asked something, it
answers with one of the choices offered, at random. A broken connection is found again: the stream goes on after the
last event that arrived, and an answer is simply sent again, since it names what it answers and counts only once. At
the end it prints the result. Write a better `choose`: it is given all that the seat may know.
"""

import argparse
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request

LOST = (OSError, http.client.HTTPException)  # what urllib raises when a connection breaks
PATIENCE = 60  # seconds; a stream that is alive says something every 15


def choose(table, dice):
    """The answer: the text of one of the choices. `table["view"]` is the table as this seat sees it."""
    return dice.choice(table["ask"]["choices"])["text"]


def request(server, path, token=None, body=None, **headers):
    """An open response. A request with a body is a POST."""
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"{server}{path}", data, {"Content-Type": "application/json", **headers})
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    return urllib.request.urlopen(asked, timeout=PATIENCE)


def call(server, path, token=None, body=None):
    """What the server says to a request. If the connection breaks, or we were too quick for it, once more."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with request(server, path, token, body) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise SystemExit(f"{path}: {json.load(error)['message']}") from None
            time.sleep(float(error.headers.get("Retry-After", 1)))
        except LOST as error:
            if time.monotonic() > until:
                raise SystemExit(f"the server cannot be reached: {error}") from None
            time.sleep(0.5)


def events(server, room, token):
    """The events of a seat, as (kind, data), for ever: where the stream breaks, it goes on after the last one."""
    last, until = None, time.monotonic() + PATIENCE
    while True:
        try:
            resumed = {} if last is None else {"Last-Event-ID": last}
            with request(server, f"/api/rooms/{room}/stream", token, **resumed) as stream:
                fields = {}
                for line in stream:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    fields[name] = value
                    if line == b"\n":  # an event is complete
                        last = fields.get("id", last)
                        if "data" in fields:
                            yield fields["event"], json.loads(fields["data"])
                        fields = {}
                    until = time.monotonic() + PATIENCE
        except LOST as error:
            if time.monotonic() > until:
                raise SystemExit(f"the server cannot be reached: {error}") from None
        time.sleep(0.5)


def sit_down(words):
    """The server, the room and the token of our seat in it."""
    server, _, link = words.address.rstrip("/").partition("/s/")
    if link:
        room, invitation = link.split("/")
    else:
        places = [{"level": ""}, {"level": words.against}]
        wish = {"game": words.game, "places": places, "options": {"short": True} if words.short else {}}
        made = call(server, "/api/rooms", body=wish)
        room, invitation = made["id"], made["invitations"][0]["invitation"]
    joined = call(server, f"/api/rooms/{room}/join", invitation, {"name": words.name})
    return server, room, joined["token"]


def main():
    """Play one match."""
    parser = argparse.ArgumentParser(description="Plays a whole match through the API.")
    parser.add_argument("address", help="the link of an invitation; or the server, to make a room there")
    parser.add_argument("--against", default="page", metavar="LEVEL", help="the house's bot: page, courtier, eminence")
    parser.add_argument("--game", default="richelieu")
    parser.add_argument("--short", action="store_true", help="the short game, where the game has one")
    parser.add_argument("--name", default="Example")
    parser.add_argument("--seed", type=int, help="for the same answers to the same questions")
    words = parser.parse_args()
    dice = random.Random(words.seed)
    server, room, token = sit_down(words)
    answered = None
    for kind, data in events(server, room, token):
        if kind == "happened" and data["text"]:
            print(data["text"], flush=True)
        elif kind == "table" and data["result"] is not None:
            won = data["seat"] in data["result"]["winners"]
            print(f"{'Won' if won else 'Lost'}: {data['result']['scores']}, this was seat {data['seat']}.")
            return
        elif kind == "table" and data["ask"] is not None and data["ask"]["id"] != answered:
            answer = {"ask": data["ask"]["id"], "choice": choose(data, dice)}
            call(server, f"/api/rooms/{room}/answers", token, answer)
            answered = answer["ask"]


if __name__ == "__main__":
    main()
