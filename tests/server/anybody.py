"""Runs a command for which permissions hold, even if the tests are run by root: anybody.py COMMAND WORD …"""

import ctypes
import os
import sys

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER = 1, 2, 3


def like_anybody() -> None:
    """In the new process: permissions hold for us too, even if the tests are run by root."""
    os.umask(0o022)
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for ability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER):
            assert libc.prctl(PR_CAPBSET_DROP, ability, 0, 0, 0) == 0


if __name__ == "__main__":
    like_anybody()
    os.execvp(sys.argv[1], sys.argv[1:])
