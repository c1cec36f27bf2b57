"""What a person or a program may do wrong here, each with its HTTP status and the key of a sentence that says so."""

from __future__ import annotations

from typing import Final

from eminence.core import errors
from eminence.core.errors import EminenceError

STATUS: Final = {
    "bad_form": 400,
    "bad_json": 400,
    "bad_number": 400,
    "two_lengths": 400,
    "wrong_host": 400,
    "no_token": 401,
    "wrong_token": 403,
    "csrf": 403,
    "not_host": 403,
    "not_invited": 403,
    "not_seated": 403,
    "no_page": 404,
    "no_room": 404,
    "no_lesson": 404,
    "no_link": 404,
    "no_check": 404,
    "no_game": 404,
    "no_language": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "already_answered": 409,
    "already_begun": 409,
    "already_bound": 409,
    "already_seated": 409,
    "answered_for_you": 409,
    "answered_otherwise": 409,
    "being_dealt": 409,
    "by_itself": 409,
    "cannot_take_back": 409,
    "match_over": 409,
    "not_asked": 409,
    "not_begun": 409,
    "not_opening": 409,
    "not_over": 409,
    "seat_taken": 409,
    "too_late": 409,
    "too_large": 413,
    "wrong_type": 415,
    "answer_complete": 422,
    "bad_body": 422,
    "bad_choice": 422,
    "bad_commitment": 422,
    "bad_level": 422,
    "bad_name": 422,
    "bad_nonce": 422,
    "bad_options": 422,
    "bad_text": 422,
    "no_phrase": 422,
    "not_offered": 422,
    "too_many_choices": 422,
    "wrong_nonce": 422,
    "nothing_discreet": 422,
    "too_many": 429,
    "too_many_streams": 429,
    "too_many_listed": 429,
    "fault": 500,
    "unreadable": 500,
    "busy": 503,
}
"""The status of each problem. What it says stands in the texts, under `problem.<key>`."""


class Problem(EminenceError):
    """Something that cannot be done, and why. Nothing has changed."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.status = STATUS[key]
        self.fields = fields


def refused(error: EminenceError, why: str | None = None) -> Problem:
    """The problem behind an answer that a match did not take."""
    match error:
        case errors.AlreadyAnswered():
            return Problem("already_answered")
        case errors.MatchOver():
            return Problem("match_over")
        case errors.NotAsked():
            return Problem("not_asked")
        case errors.UnknownChoice():
            return Problem("bad_choice", why=why or "")
        case errors.NotOffered():
            return Problem("not_offered", why=why or "")
        case errors.CannotTakeBack():
            return Problem("cannot_take_back")
        case errors.NotOver():
            return Problem("not_over")
    return Problem("bad_body", detail=str(error))
