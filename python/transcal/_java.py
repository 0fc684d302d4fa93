"""Finds Java and the jars, and builds the command line of the worker."""

from __future__ import annotations

import glob
import os
import re
import shlex
import shutil
import subprocess
from typing import List, Optional

from ._errors import WorkerError

OLDEST = 17
INSTALL = (
    "install a JDK or JRE, version 17 or newer (Debian: apt install openjdk-17-jre-headless; "
    "conda: conda install openjdk), or set JAVA_HOME to one"
)
_options: Optional[List[str]] = None


def java_options() -> List[str]:
    """Options of the Java process: those that were set, else those of ``TRANSCAL_JAVA_OPTIONS``."""
    if _options is not None:
        return _options
    return shlex.split(os.environ.get("TRANSCAL_JAVA_OPTIONS", ""))


def use_options(options: Optional[List[str]]) -> None:
    global _options
    _options = options


def command_line() -> List[str]:
    """The command that starts a worker."""
    folder = os.environ.get("TRANSCAL_JARS") or os.path.join(os.path.dirname(__file__), "jars")
    jars = sorted(glob.glob(os.path.join(folder, "*.jar")))
    if not jars:
        raise WorkerError(
            f"{folder}: has no jars; install the wheel that python/build-wheel makes, "
            "or set TRANSCAL_JARS to the folder of the command's jars"
        )
    command = [find_java()]
    options = os.path.join(folder, "java-options")
    if os.path.exists(options):
        command.append("@" + options)
    return [
        *command,
        # Standard output is for answers.
        "-XX:+DisplayVMOutputToStderr",
        *java_options(),
        "-cp",
        os.pathsep.join(jars),
        "org.transcal.cli.Main",
        "worker",
    ]


def find_java() -> str:
    """The Java of ``JAVA_HOME``, else the one on the ``PATH``; fails unless it is new enough."""
    home = os.environ.get("JAVA_HOME", "")
    java = shutil.which(os.path.join(home, "bin", "java")) if home else None
    java = java or shutil.which("java")
    if java is None:
        where = f"JAVA_HOME is {home}, which has no bin/java, and " if home else ""
        raise WorkerError(f"Java was not found: {where}no java is on the PATH; {INSTALL}")
    version = _version(java)
    if version is not None and version < OLDEST:
        raise WorkerError(
            f"Java {version} is too old; version {OLDEST} or newer is needed ({java}); {INSTALL}"
        )
    return java


def _version(java: str) -> Optional[int]:
    """The major version, from the release file or from ``java -version``; None if neither has it."""
    release = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(java))), "release")
    try:
        with open(release, encoding="utf-8") as file:
            found = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', file.read())
    except OSError:
        found = None
    if found is None:
        try:
            asked = subprocess.run([java, "-version"], capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.SubprocessError) as failure:
            raise WorkerError(f"{java} does not run: {failure}; {INSTALL}") from None
        found = re.search(r'version "(?:1\.)?(\d+)', asked.stderr.decode(errors="replace"))
    return int(found.group(1)) if found else None
