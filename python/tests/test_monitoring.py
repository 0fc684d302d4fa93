import json
import os
import unittest

import numpy as np
import transcal

from example import CommandCase, call, task


def night(seed, shift=0.0):
    arrays = task(1)
    rows = np.random.default_rng(seed).choice(350, 250)
    return {
        "target_logits": arrays["target_logits"][rows] * (1 - shift),
        "target_features": arrays["target_features"][rows] + 8 * shift,
        "camera": np.where(rows % 2, "east", "west"),
    }


class GivenAReference(CommandCase):
    def setUp(self):
        super().setUp()
        self.reference = self.path("ref.npz")
        period = {f"2026-08-{day:02}": night(day) for day in range(1, 7)}
        transcal.reference(out=self.reference, period=period, segments=["camera"], **call(task(1)))

    def test_a_quiet_night_equals_the_command(self):
        batch = night(50)
        np.savez(self.path("batch.npz"), **batch)

        quiet = transcal.monitor(
            self.reference, batch, at="2026-09-01", segments=["camera"], history=self.path("h.jsonl")
        )

        status, output, messages = self.command(
            "monitor", "ref.npz", "batch.npz", "--at", "2026-09-01", "--segment", "camera", "--json"
        )
        self.assertIn(status, (0, 5), messages)
        self.assertEqual(quiet.nights, [json.loads(line) for line in output.splitlines()])
        self.assertIn("2026-09-01", repr(quiet))
        self.assertTrue(os.path.exists(self.path("h.jsonl")))

    def test_a_drifted_night_alerts(self):
        drifted = transcal.monitor(
            self.reference, night(51, shift=0.9), at="2026-09-02", dashboard=self.path("d.html")
        )

        self.assertTrue(drifted.alerts)
        self.assertTrue(os.path.exists(self.path("d.html")))

    def test_values_of_segments_with_line_separators(self):
        batch = night(50)
        batch["camera"] = np.where(batch["camera"] == "east", "c\x85d", "e\u2028f")

        quiet = transcal.monitor(self.reference, batch, at="2026-09-01", segments=["camera"])

        self.assertEqual(
            [night.get("segment") for night in quiet.nights],
            [None, "camera=c\x85d", "camera=e\u2028f"],
        )

    def test_values_of_segments_that_are_text_stay_text(self):
        batch = night(50)
        batch["camera"] = np.where(batch["camera"] == "east", "01234", "1234").astype(object)

        quiet = transcal.monitor(self.reference, batch, at="2026-09-01", segments=["camera"])

        self.assertEqual(
            [night.get("segment") for night in quiet.nights], [None, "camera=01234", "camera=1234"]
        )

    def test_wrong_times_are_refused(self):
        with self.assertRaisesRegex(transcal.InputError, "--at: Time is 'soon'"):
            transcal.monitor(self.reference, night(50), at="soon")


class GivenKeysOfAPeriod(CommandCase):
    def test_those_that_are_paths_are_refused(self):
        elsewhere = self.path("mine.npz")
        with open(elsewhere, "wb") as file:
            file.write(b"precious")

        for key in (self.path("mine"), "2026/10/21", "../mine"):
            with self.assertRaisesRegex(transcal.InputError, "period has the key .*; it must be a date"):
                transcal.reference(out=self.path("r.npz"), period={key: night(1)}, **call(task(1)))

        with open(elsewhere, "rb") as file:
            self.assertEqual(file.read(), b"precious")

    def test_names_of_our_own_files_are_no_conflict(self):
        transcal.reference(out=self.path("r.npz"), period={"task": night(1)}, **call(task(1)))

        self.assertTrue(os.path.exists(self.path("r.npz")))


if __name__ == "__main__":
    unittest.main()
