import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
import transcal
from transcal import _java

from example import call, task

SECONDS = 120


def temperature(seed):
    return transcal.fit(**call(task(seed)), method="transcal").temperature


def is_running(pid):
    """Whether a process exists, also as a zombie."""
    return os.path.exists(f"/proc/{pid}")


def wait_until(condition):
    end = time.monotonic() + SECONDS
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def states_of_children():
    states = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            states.append(fields[0])
    return states


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class GivenAWorker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = [temperature(seed) for seed in range(4)]

    def tearDown(self):
        self.assertNotIn("Z", states_of_children())

    def test_threads_share_it(self):
        pid = transcal.worker_pid()
        found = {}

        def work(number):
            found[number] = [temperature(seed) for seed in range(4)]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)

        self.assertEqual(found, {number: self.expected for number in range(8)})
        self.assertEqual(transcal.worker_pid(), pid)

    def test_threads_and_forks_at_once(self):
        pid = transcal.worker_pid()
        found = {}

        def work(number):
            found[number] = [temperature(seed) for seed in range(4)]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        children = []
        for seed in range(4):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    right = temperature(seed) == self.expected[seed]
                    own = transcal.worker_pid() != pid
                    transcal.shutdown()
                    status = 0 if right and own else 2
                finally:
                    os._exit(status)
            children.append(child)
        statuses = [os.waitpid(child, 0)[1] for child in children]
        for thread in threads:
            thread.join(SECONDS)

        self.assertEqual(statuses, [0, 0, 0, 0])
        self.assertEqual(found, {number: self.expected for number in range(8)})
        self.assertEqual(transcal.worker_pid(), pid)

    def test_a_fork_leaves_the_parents_worker_alone(self):
        pid = transcal.worker_pid()
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)

        self.assertEqual(temperature(0), self.expected[0])
        self.assertEqual(transcal.worker_pid(), pid)

    def test_processes_of_multiprocessing(self):
        import multiprocessing

        for method in ("fork", "spawn"):
            with self.subTest(method), multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(temperature, range(4)), self.expected)

    def test_killing_it_raises_and_the_next_call_works(self):
        pid = transcal.worker_pid()
        os.kill(pid, signal.SIGSTOP)  # the call cannot end before the kill
        timer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
        timer.start()

        with self.assertRaisesRegex(transcal.WorkerError, "ended with status -9"):
            temperature(0)

        self.assertFalse(is_running(pid))
        self.assertEqual(temperature(0), self.expected[0])

    def test_killed_between_calls(self):
        pid = transcal.worker_pid()
        os.kill(pid, signal.SIGKILL)

        with self.assertRaises(transcal.WorkerError):
            temperature(0)

        self.assertEqual(temperature(0), self.expected[0])

    def test_an_interrupt_ends_it_and_the_next_call_works(self):
        pid = transcal.worker_pid()
        os.kill(pid, signal.SIGSTOP)
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()

        with self.assertRaises(KeyboardInterrupt):
            temperature(0)

        self.assertFalse(is_running(pid))
        self.assertEqual(temperature(0), self.expected[0])

    def test_shutdown_and_the_next_call_works(self):
        pid = transcal.worker_pid()
        transcal.shutdown()

        self.assertFalse(is_running(pid))
        self.assertIsNone(transcal.worker_pid())
        self.assertEqual(temperature(0), self.expected[0])

    def test_no_file_descriptors_leak(self):
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(3):
            transcal.shutdown()
            temperature(0)
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)

    def test_errors_leave_it_running(self):
        pid = transcal.worker_pid()
        with self.assertRaises(transcal.InputError):
            transcal.fit("nowhere.npz")
        self.assertEqual(transcal.worker_pid(), pid)


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class GivenAnInterpreter(unittest.TestCase):
    def run_python(self, end):
        code = (
            "import os, transcal\n"
            "try: transcal.fit('x')\n"
            "except transcal.InputError: pass\n"
            f"print(transcal.worker_pid(), flush=True)\n{end}"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return int(done.stdout)

    def test_the_worker_ends_with_it(self):
        self.assertFalse(is_running(self.run_python("")))

    def test_the_worker_ends_even_without_a_farewell(self):
        pid = self.run_python("os._exit(0)")

        def ended():
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    return file.read().rsplit(")", 1)[1].split()[0] == "Z"  # of init, not of Python
            except OSError:
                return True

        self.assertTrue(wait_until(ended))


class GivenJava(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        environment = dict(os.environ)
        self.addCleanup(os.environ.update, environment)
        self.addCleanup(os.environ.clear)

    def fake_java(self, version):
        java = os.path.join(self.folder, "bin", "java")
        os.makedirs(os.path.dirname(java))
        with open(java, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
        os.chmod(java, os.stat(java).st_mode | stat.S_IXUSR)

    def test_java_home_comes_first(self):
        self.fake_java("21.0.1")
        os.environ["JAVA_HOME"] = self.folder
        self.assertEqual(_java.find_java(), os.path.join(self.folder, "bin", "java"))

    def test_old_java_is_refused(self):
        for version in ("1.8.0_392", "11.0.2"):
            with self.subTest(version):
                os.environ["JAVA_HOME"] = self.folder
                if not os.path.exists(os.path.join(self.folder, "bin")):
                    self.fake_java(version)
                with self.assertRaisesRegex(transcal.WorkerError, "too old; version 17 or newer"):
                    _java.find_java()

    def test_without_java_the_message_says_what_to_do(self):
        os.environ["JAVA_HOME"] = self.folder
        os.environ["PATH"] = self.folder
        with self.assertRaisesRegex(transcal.WorkerError, "has no bin/java.*install a JDK"):
            _java.find_java()

    def test_its_words_are_in_the_error_if_it_does_not_start(self):
        transcal.set_java_options("-Xmx1")
        self.addCleanup(transcal.set_java_options)
        with self.assertRaisesRegex(transcal.WorkerError, "(?i)too small|heap"):
            temperature(0)

    def test_options_are_used(self):
        transcal.set_java_options("-Xmx64m")
        self.addCleanup(transcal.set_java_options)
        logits = np.zeros((12_000_000, 2), np.float32)
        with self.assertRaisesRegex(transcal.InputError, "needs 9. MiB of memory"):
            transcal.evaluate(logits, np.zeros(len(logits), int))
        pid = transcal.worker_pid()
        transcal.evaluate(logits[:10], np.zeros(10, int))
        self.assertEqual(transcal.worker_pid(), pid)


if __name__ == "__main__":
    unittest.main()
