# SPDX-License-Identifier: Apache-2.0
"""What a user gets who has no checkout."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dfgen import paths

_SHIPPED = ("dfgen", "runtime", "templates", "setup.cfg", "pyproject.toml", "LICENSE", "README.md")


def test_the_list_of_packages_is_complete(repository: Path) -> None:
    config = configparser.ConfigParser()
    config.read(repository / "setup.cfg")
    listed = set(config["options"]["packages"].split())
    folders = {file.parent.relative_to(repository) for file in (repository / "dfgen").rglob("*.py")}
    assert listed == {".".join(folder.parts) for folder in folders} | {"dfgen._runtime", "dfgen._templates"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in _SHIPPED:
        if (repository / name).is_dir():
            shutil.copytree(repository / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif (repository / name).exists():
            shutil.copy(repository / name, source / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_all_that_the_compiler_reads(wheel: Path, repository: Path) -> None:
    wanted = {
        f"dfgen/_{folder}/{file.relative_to(repository / folder)}"
        for folder, suffixes in (("runtime", {".c", ".h", ".S"}), ("templates", {".j2", ".css", ".js"}))
        for file in (repository / folder).rglob("*")
        if file.suffix in suffixes
    }
    wanted |= {str(file.relative_to(repository)) for file in (repository / "dfgen").rglob("*.py")}
    with zipfile.ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


def test_an_installed_package_finds_its_files(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    # A stranger's folders beside the package are not taken for ours.
    (site / "templates").mkdir(parents=True)
    (site / "runtime").mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    script = "from dfgen.paths import *; print(templates_dir(), runtime_dir(), sep='\\n')"
    environment = {"PYTHONPATH": str(site)}
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.split("\n")[:2] == [str(site / "dfgen/_templates"), str(site / "dfgen/_runtime")]


def test_a_checkout_uses_its_own_files(repository: Path) -> None:
    assert paths.templates_dir() == repository / "templates"
    assert paths.runtime_dir() == repository / "runtime"


def test_an_incomplete_installation_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "dfgen")
    with pytest.raises(FileNotFoundError, match="incompletely"):
        paths.runtime_dir()
