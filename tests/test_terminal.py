"""Real processes on a real terminal, in pipes, on a full disk, and interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pexpect
import pytest

from tests.running import PATIENCE, ROOT, Ran, environment, run, shell

SCORE = ("score", "5H", "5D", "JS", "4C", "-s", "6H")
DISCARD = ("discard", "5H", "5D", "JS", "4C", "6H", "QD")
UTF8 = {"LC_ALL": "C.UTF-8"}
INTERRUPTED = "\r\ncribcalc: Interrupted.\r\n"


def on_terminal(*arguments: str, environ: Mapping[str, str] | None = None) -> Ran:
    """Run the program on a pseudo-terminal of its own; stdout and stderr are one there."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cribcalc", *arguments],
        env=environment(**(environ or UTF8)),
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(50, 120),
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None
    return Ran(child.exitstatus, child.before.replace("\r\n", "\n"), "")


def test_a_terminal_gets_suit_signs_and_colour() -> None:
    ran = on_terminal(*SCORE)
    assert ran.code == 0
    for colored in ("\x1b[31m5♥\x1b[0m", "\x1b[34m5♦\x1b[0m", "\x1b[32m4♣\x1b[0m", " J♠"):
        assert colored in ran.out
    # Each suit has its own sign, and a colour of its own on top: four in all.
    assert len({re.escape(code) for code in re.findall(r"\x1b\[3\dm", ran.out)}) == 3
    assert "5H" not in ran.out


def test_a_table_on_a_terminal_is_the_one_of_a_pipe_but_for_signs_and_colour() -> None:
    for arguments in (SCORE, DISCARD, (*DISCARD, "--detail", "--top", "2")):
        shown = re.sub(r"\x1b\[\d*m", "", on_terminal(*arguments).out)
        for sign, letter in zip("♣♦♥♠", "CDHS", strict=True):
            shown = shown.replace(sign, letter)
        assert shown == run(*arguments).out


@pytest.mark.parametrize(
    ("environ", "signs", "colour"),
    [
        ({**UTF8, "NO_COLOR": "1"}, True, False),
        ({**UTF8, "NO_COLOR": ""}, True, True),
        ({**UTF8, "TERM": "dumb"}, True, False),
        ({"PYTHONIOENCODING": "ascii"}, False, True),
        ({"PYTHONIOENCODING": "latin-1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_wishes_of_the_terminal(environ: dict[str, str], signs: bool, colour: bool) -> None:
    for arguments in (SCORE, DISCARD):
        ran = on_terminal(*arguments, environ=environ)
        assert ran.code == 0
        assert ("♥" in ran.out) is signs
        assert ("5H" in ran.out) is not signs
        assert ("\x1b" in ran.out) is colour


def test_never_is_never_and_data_has_no_looks() -> None:
    assert "\x1b" not in on_terminal(*SCORE, "--color", "never").out
    for output_format in ("json", "jsonl", "csv"):
        shown = on_terminal(*SCORE, "-f", output_format).out
        assert shown == run(*SCORE, "-f", output_format).out
    markdown = on_terminal(*SCORE, "-f", "markdown").out
    assert "5♥" in markdown
    assert "\x1b" not in markdown


def test_a_pipe_gets_letters_and_no_colour() -> None:
    for arguments in (SCORE, DISCARD):
        ran = run(*arguments, environ=UTF8)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.isascii()
        assert "\x1b" not in ran.out


@pytest.mark.parametrize(
    "environ",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"PYTHONIOENCODING": "utf-16"},
    ],
)
def test_no_locale_makes_it_crash(environ: dict[str, str]) -> None:
    for arguments, code in (
        (SCORE, 0),
        (DISCARD, 0),
        (("score", "--help"), 0),
        (("discard", "--help"), 0),
        (("score", "5X"), 2),
        (("score", "é"), 2),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "cribcalc", *arguments],
            env=environment(**environ),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert b"fault" not in done.stderr
        assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_no_card() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cribcalc", "score", b"\xff5H"],
        env=environment(**UTF8),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b'cribcalc: \\udcff5H: no rank "\\udcff" (use A 2 3')


# Pipes and closed streams ------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "discard 5H 5D JS 4C 6H QD",
        "discard 5H 5D JS 4C 6H QD --json",
        "score 5H 5D JS 4C",
        "--help",
        "discard --help",
    ],
)
def test_a_closed_pipe_ends_quietly(line: str) -> None:
    # The reader is gone before the first line: what is written then finds the pipe broken.
    ran = shell(f"{{ $CRIBCALC {line}; echo $? >&2; }} | true")
    assert (ran.out, ran.err) == ("", "0\n")


def test_head_gets_its_line() -> None:
    ran = shell("{ $CRIBCALC discard 5H 5D JS 4C 6H QD; echo $? >&2; } | head -n 1")
    assert ran == Ran(0, "Dealt 4C 5D 5H 6H JS QD\n", "0\n")


@pytest.mark.parametrize("line", ["score 5H", "scores", "score 5H --nonsense"])
def test_nobody_reading_the_error_keeps_the_exit_code(line: str) -> None:
    for nowhere in ("2>&-", "2>/dev/full"):
        assert shell(f"$CRIBCALC {line} {nowhere}").code == 2
    with_pipe = shell(f"{{ {{ $CRIBCALC {line}; }} 2>&1 >&3; echo $? >&4; }} 3>&1 4>&2 | true")
    assert with_pipe == Ran(0, "", "2\n")


def test_a_closed_standard_output_is_one_sentence() -> None:
    for line in ("score 5H5DJS4C", "score 5H5DJS4C --json", "discard 5H5DJS4C6HQD"):
        assert shell(f"$CRIBCALC {line} >&-") == Ran(
            1, "", "cribcalc: Cannot write the answer: standard output is closed.\n"
        )


@pytest.mark.parametrize("line", ["--version", "--help", "", "score --help", "stats deals -h"])
def test_help_for_a_closed_standard_output_is_not_lost_silently(line: str) -> None:
    assert shell(f"$CRIBCALC {line} >&-") == Ran(
        1, "", "cribcalc: Cannot write the answer: standard output is closed.\n"
    )


def test_a_closed_standard_error_changes_nothing(tmp_path: Path) -> None:
    cold = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_CACHE_DIR": ""}
    for line, code in (
        ("echo 5X 5D JS 4C 6H QD dealer | $CRIBCALC batch --opponent uniform", 3),
        ("$CRIBCALC stats cribs", 0),
        ("$CRIBCALC score 5X", 2),
        ("$CRIBCALC bogus", 2),
    ):
        closed = shell(f"{line} 2>&-", environ=cold)
        assert closed == Ran(code, shell(line).out, "")


def test_a_closed_standard_output_does_not_matter_to_a_file(tmp_path: Path) -> None:
    assert shell("$CRIBCALC score 5H5DJS4C -o x.json >&-", cwd=tmp_path) == Ran(0, "", "")
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["total"] == 6


def test_a_closed_standard_input_is_one_sentence() -> None:
    assert shell("$CRIBCALC score - <&-") == Ran(
        1, "", "cribcalc: Cannot read the cards: standard input is closed.\n"
    )


def test_one_program_feeds_another() -> None:
    assert shell("echo 5H 5D JS 4C | $CRIBCALC score - -s 6H") == run(*SCORE)


def test_binary_input_is_one_sentence() -> None:
    for environ in (UTF8, {"PYTHONIOENCODING": "utf-8"}):
        ran = run("score", "-", stdin=b"\x00\xff\xfe" * 1000, environ=environ)
        assert (ran.code, ran.out) == (2, "")
        assert re.fullmatch(r"cribcalc: .{,100}: no rank .*\.\n", ran.err)


# Where the answer cannot go ----------------------------------------------------------------

needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@needs_dev_full
@pytest.mark.parametrize(
    "line", ["score 5H5DJS4C", "discard 5H5DJS4C6HQD --json", "--help", "--version", "score -h"]
)
def test_a_full_disk_is_one_sentence(line: str) -> None:
    assert shell(f"$CRIBCALC {line} >/dev/full") == Ran(
        1, "", "cribcalc: Cannot write the answer: no space left on device.\n"
    )


@needs_dev_full
def test_a_full_device_named_as_the_file() -> None:
    assert run(*SCORE, "--json", "-o", "/dev/full") == Ran(
        1, "", "cribcalc: Cannot write /dev/full: no space left on device.\n"
    )


def test_a_device_can_be_the_file() -> None:
    ran = shell("$CRIBCALC score 5H5DJS4C --json -o /dev/stdout | cat")
    assert json.loads(ran.out)["total"] == 6
    assert run(*SCORE, "--json", "-o", "/dev/null") == Ran(0, "", "")


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    target = tmp_path / "missing" / "x.json"
    sentence = f"cribcalc: Cannot write {target}: no such file or directory.\n"
    assert run(*SCORE, "-o", str(target)) == Ran(1, "", sentence)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    target.mkdir()
    sentence = f"cribcalc: Cannot write {target}: is a directory.\n"
    assert run(*SCORE, "-o", str(target)) == Ran(1, "", sentence)
    assert list(target.iterdir()) == []


def test_a_folder_below_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    target = tmp_path / "file" / "x.json"
    sentence = f"cribcalc: Cannot write {target}: not a directory.\n"
    assert run(*SCORE, "-o", str(target)) == Ran(1, "", sentence)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    target.write_text("precious", encoding="utf-8")
    tmp_path.chmod(0o555)
    try:
        ran = run(*SCORE, "-o", str(target))
    finally:
        tmp_path.chmod(0o755)
    sentence = f"cribcalc: Cannot write {target}: permission denied.\n"
    assert ran == Ran(1, "", sentence)
    assert target.read_text(encoding="utf-8") == "precious"
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


def test_a_file_that_cannot_be_finished_keeps_the_old_one(tmp_path: Path) -> None:
    """As on a full disk: not a byte can be written to any file."""
    target = tmp_path / "x.json"
    target.write_text("precious", encoding="utf-8")
    line = f"ulimit -f 0; $CRIBCALC {' '.join(SCORE)} -o '{target}'"
    ran = shell(line, environ={"PYTHONDONTWRITEBYTECODE": "1"})
    assert ran == Ran(1, "", f"cribcalc: Cannot write {target}: file too large.\n")
    assert target.read_text(encoding="utf-8") == "precious"
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


def test_a_file_is_replaced_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    target.write_text("old " * 10_000, encoding="utf-8")
    target.chmod(0o600)
    assert run(*SCORE, "-o", str(target)) == Ran(0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["total"] == 16
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("real.json")
    assert run(*SCORE, "-o", "link.json", cwd=tmp_path) == Ran(0, "", "")
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text(encoding="utf-8"))["total"] == 16


def test_running_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = (tmp_path / f"{name}.json" for name in "ab")
    for target in (one, other):
        assert run(*DISCARD, "--detail", "-o", str(target)) == Ran(0, "", "")
    assert one.read_bytes() == other.read_bytes()


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    here, there = run(*DISCARD, cwd=ROOT), run(*DISCARD, cwd=tmp_path)
    assert here == there
    assert there.code == 0
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_is_one_line_and_130() -> None:
    """Ctrl-C while the program waits for cards on the terminal; then end of input."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cribcalc", "score", "-"],
        env=environment(**UTF8),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.sendline("5H 5D")
    child.expect_exact("5H 5D")
    _wait_until_reading(child.pid)
    child.sendintr()
    child.expect_exact("cribcalc: Interrupted.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before


def test_end_of_input_on_the_terminal_ends_the_cards() -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cribcalc", "score", "-", "--json"],
        env=environment(**UTF8),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.sendline("5H 5D JS 4C")
    child.sendeof()
    child.expect_exact('"total": 6')
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_signal_like_ctrl_c_without_a_terminal() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cribcalc", "score", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    _wait_until_reading(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"\ncribcalc: Interrupted.\n")


@pytest.mark.parametrize("by", ["the terminal", "another process"])
def test_an_interrupted_sweep_is_one_sentence_and_130(by: str) -> None:
    """While all deals are swept in threads, with a progress bar on the screen."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cribcalc", "stats", "deals"],
        env=environment(**UTF8),
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(50, 120),
    )
    child.expect_exact("dealer: all deals")
    if by == "the terminal":
        child.sendintr()
    else:
        child.kill(signal.SIGINT)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (130, None)
    bar, said = child.before[: -len(INTERRUPTED)], child.before[-len(INTERRUPTED) :]
    assert said == INTERRUPTED
    assert "Traceback" not in bar
    assert "Error" not in bar
    assert "mean" not in bar


EARLY = """
import signal, sys
{before}
sys.argv = ["cribcalc", "score", "5H", "5D", "JS", "4C"]
signal.signal(signal.SIGINT, signal.default_int_handler)
from cribcalc.__main__ import run
run()
"""
AT_AN_IMPORT = """
class Finder:
    def find_spec(self, name, *_):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize("name", ["click", "cribcalc.cli", "cribcalc.cli.lazy", "cribcalc.scoring"])
def test_an_interrupt_while_starting_is_one_sentence(name: str) -> None:
    ran = _python(EARLY.format(before=AT_AN_IMPORT.format(name=name)))
    assert ran == Ran(130, "", "\ncribcalc: Interrupted.\n")


def test_an_interrupt_at_the_end_is_quiet() -> None:
    before = "import atexit; atexit.register(signal.raise_signal, signal.SIGINT)"
    ran = _python(EARLY.format(before=before))
    assert (ran.code, ran.err) == (130, "")
    assert ran.out == run("score", "5H", "5D", "JS", "4C").out


def _python(program: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def _wait_until_reading(pid: int) -> None:
    """Wait until a process is through with starting and reads its stdin (elsewhere a while)."""
    state = Path(f"/proc/{pid}/syscall")
    for _ in range(20 * PATIENCE):
        time.sleep(0.05)
        try:
            number, *arguments = state.read_text(encoding="ascii").split()
        except (OSError, ValueError):
            time.sleep(2)
            return
        if number in ("0", "63") and arguments[:1] == ["0x0"]:  # read(0, ...), x86-64 or ARM
            return
