"""Plays every scenario in a Blender window of its own, with the built zip installed. Start it with `make test-gui`."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCENARIOS = sorted((HERE / "scenarios").glob("*.py"))
GEOMETRY = ("0", "0", "1600", "1000")
PATIENCE = 600  # seconds; a scenario ends itself long before


@pytest.fixture(scope="session")
def blender() -> list[str]:
    """The command that runs Blender on a screen."""
    executable = shutil.which(os.environ.get("BLENDER", ""))
    if not executable or "BLENDER_USER_RESOURCES" not in os.environ:
        pytest.skip("needs a real Blender with the zip installed: make test-gui BLENDER=/path/to/blender")
    if os.environ.get("DISPLAY"):
        return [executable]
    beside = Path(executable).with_name("with-display")
    if beside.exists():
        return [str(beside), executable]
    if shutil.which("xvfb-run"):
        return ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", executable]
    pytest.skip("there is no screen: set DISPLAY, or install xvfb")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(scenario: Path, blender: list[str], tmp_path: Path):
    user = tmp_path / "user"  # a scenario may change its preferences without telling the next one
    shutil.copytree(os.environ["BLENDER_USER_RESOURCES"], user)
    command = [*blender, "--enable-event-simulate", "--window-geometry", *GEOMETRY, "--python-exit-code", "1"]
    code, output = run(
        [*command, "--python", str(HERE / "harness.py"), "--", str(scenario)],
        {"BLENDER_USER_RESOURCES": str(user), "ADVERB_PACKAGE": "bl_ext.user_default.adverb"},
    )
    print(output)
    assert code == 0, f"{scenario.name} ended with code {code}"
    assert "The artist is done." in output, f"{scenario.name}: Blender closed before the artist was done"


def run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and output. Takes down the whole family (screen, Blender) where it hangs."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    return process.returncode, output
