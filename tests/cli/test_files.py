"""Where matches are kept on each platform."""

from pathlib import Path

from eminence.cli.files import data_folder

FOLDERS = [
    ({"HOME": "/home/a"}, "linux", "/home/a/.local/share/eminence"),
    ({"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "linux", "/data/eminence"),
    ({"HOME": "/Users/a"}, "darwin", "/Users/a/Library/Application Support/eminence"),
    ({"HOME": "/c/a", "LOCALAPPDATA": "/c/a/Local"}, "win32", "/c/a/Local/eminence"),
]


def test_the_data_folder_follows_the_custom_of_the_platform() -> None:
    for environment, platform, folder in FOLDERS:
        assert data_folder(environment, platform) == Path(folder), platform
