# For ./play and ./test, which source it with root and me set: an environment of one's own, on a machine that has
# python3 and pip but perhaps no ensurepip, or that has uv. In POSIX sh.

die() {
    printf '%s: %s\n' "$me" "$1" >&2
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# make_venv FOLDER: an empty environment there, unless a working one is.
make_venv() {
    "$1/bin/python" -c '' 2>/dev/null && return
    if have python3 && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python3 -m venv --clear --without-pip "$1" || die "python3 -m venv failed: see above"
    elif have uv; then
        uv venv --quiet --clear --python '>=3.11' "$1" || die "uv venv failed: see above"
    elif have python3; then
        die "Python 3.11 or newer is needed; this is $(python3 --version 2>&1)"
    else
        die "Python 3.11 or newer is needed, and there is no python3"
    fi
}

# pip_install FOLDER ARGUMENTS: with uv or with pip.
pip_install() {
    into=$1
    shift
    if have uv; then
        # Reinstall: it would take a build from its cache though sources have changed.
        uv pip install --quiet --python "$into/bin/python" --reinstall-package eminence "$@"
        return
    fi
    for pip in "python3 -m pip" pip3 pip; do
        if have "${pip%% *}" && $pip --version >/dev/null 2>&1; then
            PIP_DISABLE_PIP_VERSION_CHECK=1 $pip --python "$into/bin/python" install -qq "$@"
            return
        fi
    done
    die "there is neither pip nor uv to install with (on Debian: apt install python3-pip)"
}

# fingerprint PYTHON: a hash of all that a build is made from: sources, pins, place, Python, compilers at hand.
fingerprint() {
    "$1" -I -S - "$root" "${EMINENCE_COMPILE:-auto}" "${CC:-}" "${CFLAGS:-}" \
        "$(for compiler in cc gcc clang; do command -v $compiler; done)" <<'PYTHON'
import hashlib, os, sys
digest = hashlib.sha256(repr((sys.argv[1:], sys.version)).encode())
root = sys.argv[1]
paths = [os.path.join(root, name) for name in ("pyproject.toml", "setup.py", "pins/play.txt", "README.md")]
for folder, folders, names in os.walk(os.path.join(root, "src", "eminence")):
    folders[:] = [name for name in folders if name != "__pycache__"]
    paths += [os.path.join(folder, name) for name in names]
for path in sorted(filter(os.path.isfile, paths)):
    with open(path, "rb") as file:
        digest.update(repr((path, hashlib.sha256(file.read()).digest())).encode())
print(digest.hexdigest())
PYTHON
}

# lock NAME: wait until no other run of these scripts is setting up the same thing.
lock() {
    mkdir -p .build
    exec 9>".build/$1.lock"
    if have flock; then flock 9; fi
}

unlock() {
    exec 9>&-
}
