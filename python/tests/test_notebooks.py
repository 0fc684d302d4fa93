import glob
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "notebooks")
SCRIPTS = sorted(glob.glob(os.path.join(FOLDER, "*.py")))
OPTIONAL = {"pytorch": "torch"}
SECONDS = 600


def converter():
    loader = importlib.machinery.SourceFileLoader("convert", os.path.join(FOLDER, "convert"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("convert", loader))
    loader.exec_module(module)
    return module


def name(script):
    return os.path.splitext(os.path.basename(script))[0]


class GivenNotebooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def skip_without(self, script):
        module = OPTIONAL.get(name(script))
        if module and importlib.util.find_spec(module) is None:
            self.skipTest(f"{module} is not installed")

    def test_there_are_three(self):
        self.assertEqual(
            [name(script) for script in SCRIPTS], ["nightly_monitoring", "pytorch", "quick_start"]
        )

    def test_they_run_as_scripts(self):
        for script in SCRIPTS:
            with self.subTest(name(script)):
                self.skip_without(script)
                done = subprocess.run(
                    [sys.executable, script],
                    capture_output=True,
                    text=True,
                    cwd=self.folder,
                    timeout=SECONDS,
                    check=False,
                )
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_pages_are_made_from_the_scripts(self):
        for script in SCRIPTS:
            with self.subTest(name(script)):
                with open(script, encoding="utf-8") as file:
                    expected = converter().notebook(file.read())
                with open(script[:-3] + ".ipynb", encoding="utf-8") as file:
                    self.assertEqual(json.load(file), json.loads(expected), "run notebooks/convert")

    def test_pages_run_in_jupyter(self):
        try:
            import ipykernel  # noqa: F401
            import nbclient
            import nbformat
        except ImportError as missing:
            self.skipTest(f"{missing.name} is not installed")
        # The system's own kernel may be another Python than this one.
        kernel = os.path.join(self.folder, "kernels", "this-python")
        os.makedirs(kernel)
        launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        with open(os.path.join(kernel, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump({"argv": launch, "display_name": "this Python", "language": "python"}, file)
        os.environ["JUPYTER_PATH"] = self.folder
        self.addCleanup(os.environ.pop, "JUPYTER_PATH")
        for script in SCRIPTS:
            with self.subTest(name(script)):
                self.skip_without(script)
                page = nbformat.read(script[:-3] + ".ipynb", as_version=4)
                nbclient.NotebookClient(
                    page,
                    timeout=SECONDS,
                    kernel_name="this-python",
                    resources={"metadata": {"path": self.folder}},
                ).execute()


if __name__ == "__main__":
    unittest.main()
