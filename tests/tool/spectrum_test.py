#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio spectrum. Usage: spectrum_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import array
import fcntl
import json
import signal
import subprocess
import sys
import termios
import time
import unittest
import wave

import numpy as np

from tool_test import PAPILIO, Case, noise


class Spectrum(Case):
    def report(self, signal, *options, rate=64):
        np.save(self.folder / "x.npy", signal)
        return json.loads(self.succeed("spectrum", self.folder / "x.npy", "--rate", rate, "--json", *options))

    def sound(self, name, frames, promised=None):
        path = self.folder / name
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes((3e4 * np.sin(np.arange(frames))).astype("<i2").tobytes())
        if promised is not None:
            content = bytearray(path.read_bytes())
            content[40:44] = promised.to_bytes(4, "little")
            path.write_bytes(content)
        return path

    def test_tones_in_outermost_bins(self):
        i = np.arange(640)
        for hz, signal in ((32, np.cos(np.pi * i)), (0, np.ones(640)), (-32, np.exp(1j * np.pi * i)),
                           (31, np.exp(2j * np.pi * 31 / 64 * i)), (0, np.full(640, 1j))):
            report = self.report(signal + 1e-3 * np.sin(i), "--segment", 64, "--scaling", "spectrum", "--no-detrend")
            self.assertAlmostEqual(report["peaks"][0]["hz"], hz, delta=1e-3)
            self.assertAlmostEqual(report["peaks"][0]["power"], 1, delta=1e-2)
        report = self.report(np.cos(np.pi * np.arange(512)), "--preset", "gpu-fft")
        self.assertIn("the strongest frequency, 32 Hz, is the first or the last", report["notes"][0])

    def test_means_and_peaks(self):
        signal = noise(1000).real + 1e6  # a mean that would leave f32 few digits
        segments = np.array([signal[begin:begin + 100] for begin in range(0, 901, 50)])
        segments = segments - segments.mean(axis=1, keepdims=True)
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(100) / 100)
        power = np.abs(np.fft.rfft(segments * window)) ** 2 / (64 * np.sum(window ** 2))
        power[:, 1:-1] *= 2
        for result, expected in (("mean", power.mean(axis=0)), ("peak", power.max(axis=0))):
            table = self.folder / "spectrum.npy"
            report = self.report(signal, "--segment", 100, "--result", result, "-o", table)
            self.assertEqual((report["result"], report["segments"]), (result, 19))
            self.assert_close(np.load(table)[:, 1], expected, 1e-5)

    def test_every_sample_is_counted(self):
        self.assertIn("8000 samples (1.000 s)", self.succeed("spectrum", self.sound("a.wav", 8000)))
        (self.folder / "x.csv").write_text("\n".join(map(str, np.sin(np.arange(1000)))))
        self.assertIn("text, one column; 1000 Hz, 1 channel, 1000 samples (1.000 s)",
                      self.succeed("spectrum", self.folder / "x.csv", "--rate", 1000))

    def test_sound_of_unknown_length(self):
        for promised in 2**32 - 1, 2**31 - 1 - 36:
            stream = self.sound("stream.wav", 8000, promised)
            self.assertIn("8000 samples", self.succeed("spectrum", stream))
            done = subprocess.run([PAPILIO, "spectrum", "/dev/stdin", "--format", "audio"], input=stream.read_bytes(),
                                  capture_output=True, check=True)
            self.assertIn(b"8000 samples", done.stdout)
            self.assertNotIn(b"cut off", done.stdout)

    def piped(self, data, *arguments):
        done = subprocess.run([PAPILIO, *map(str, arguments)], input=data, capture_output=True)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_radio(self):
        samples = np.exp(2j * np.pi * 0.125 * np.arange(40000)) + 0.01
        cs8 = np.round(np.stack([samples.real, samples.imag], 1) * 60).astype("i1").tobytes()
        code, out, err = self.piped(cs8 + b"x", "spectrum", "-", "--format", "cs8", "--rate", "2.4M", "--center",
                                    "100.3MHz", "--json", "-o", self.folder / "r.svg")
        self.assertEqual((code, err), (0, ""))
        report = json.loads(out)
        self.assertAlmostEqual(report["peaks"][0]["hz"], 100.6e6, delta=10)
        self.assertEqual((report["center_hz"], report["sample_rate"]), (100.3e6, 2.4e6))
        self.assertIn("standard input: raw I/Q, 8-bit signed integers; 2400 Hz, complex, 40000 samples",
                      self.piped(cs8, "spectrum", "-", "--format", "cs8", "--rate", "2.4k")[1])
        self.assertIn("say which with --format", self.piped(cs8, "spectrum", "-", "--rate", 1)[2])
        self.assertIn("papilio: standard input: has no extension", self.piped(cs8, "spectrum", "-", "--rate", 1)[2])
        self.assertIn("papilio: standard input: holds no samples",
                      self.piped(b"", "spectrum", "-", "--format", "cs8", "--rate", 1)[2])
        path = self.folder / "x.cs8"
        path.write_bytes(cs8)
        self.assertIn("is no frequency; write it", self.fail_with(2, "spectrum", path, "--rate", "2.4X"))
        self.assertIn("centre frequency -1e+300: is not a number of Hz between",
                      self.fail_with(2, "spectrum", path, "--rate", 1, "--center=-1e300"))
        self.assertIn("which has no centre",
                      self.fail_with(2, "spectrum", self.sound("a.wav", 8000), "--center", "1M"))
        out = self.succeed("spectrogram", path, "--rate", "2.4M", "--waterfall", "-o", self.folder / "w.png")
        self.assertIn("0.300", out.replace("300.0 kHz", "0.300"))

    def test_standard_input_is_not_overwritten(self):
        path = self.folder / "y.csv"
        path.write_text("1\n2\n3\n")
        with path.open() as file:
            done = subprocess.run([PAPILIO, "spectrum", "-", "--format", "csv", "--rate", "1", "-o", path], stdin=file,
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("y.csv: it is the file that is read, standard input, and would be lost", done.stderr)
        self.assertEqual(path.read_text(), "1\n2\n3\n")

    def test_an_interrupted_stream_ends_there(self):
        command = [PAPILIO, "spectrum", "-", "--format", "f32", "--rate", "8k", "--segment", "64",
                   "-o", str(self.folder / "i.csv")]
        block = np.sin(np.arange(4096)).astype("<f4").tobytes()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False) as process:
            process.stdin.write(block * 16)  # more than a pipe holds: the command has begun to read
            process.send_signal(signal.SIGINT)
            out = process.communicate(block)[0].decode()
        self.assertEqual(process.returncode, 0, out)
        self.assertIn("note      an interruption ended the stream", out)
        self.assertTrue((self.folder / "i.csv").exists())

    def stalled(self, sound, *options):
        """A command that has read the sound from a pipe that stays open, and waits for more."""
        process = subprocess.Popen([PAPILIO, "spectrum", "-", "--rate", "8k", "--segment", "64", *options],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        process.stdin.write(sound)
        process.stdin.flush()
        left = array.array("i", [1])
        while left[0] > 0:
            time.sleep(0.05)
            fcntl.ioctl(process.stdin, termios.FIONREAD, left)
        time.sleep(0.2)
        return process

    def test_a_stalled_stream_ends_by_a_signal(self):
        floats = np.sin(np.arange(4096)).astype("<f4").tobytes()
        text = "".join(f"{x:.6f}\n" for x in np.sin(np.arange(8192))).encode() + b"1234"
        for number in signal.SIGINT, signal.SIGTERM:
            for form, sound, samples in ("f32", floats + b"x", 4096), ("csv", text, 8192):
                process = self.stalled(sound, "--format", form)
                process.send_signal(number)
                self.assertEqual(process.wait(20), 0, process.stderr.read())
                out = process.stdout.read().decode()
                self.assertIn(f"{samples} samples", out)
                self.assertIn("note      an interruption ended the stream", out)

    def test_a_signal_before_the_first_sample_ends_the_command(self):
        process = self.stalled(b"123", "--format", "f32", "-o", str(self.folder / "out.csv"))
        self.assertEqual(len(list(self.folder.iterdir())), 1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(20), -signal.SIGINT)
        self.assertEqual(process.stderr.read(), b"papilio: stopped before the first sample\n")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_standard_input_of_all_kinds(self):
        closed = subprocess.run(["sh", "-c", '"$0" spectrum - --format f32 --rate 8 <&-', PAPILIO], capture_output=True, text=True)
        self.assertEqual((closed.returncode, closed.stderr),
                         (8, "papilio: standard input: is closed; give it a file with < FILE, or the output of a program with |\n"))
        path = self.folder / "x.npy"
        np.save(path, np.sin(np.arange(4096)))
        whole = path.read_bytes()
        command = [PAPILIO, "spectrum", "-", "--format", "npy", "--rate", "8", "--json"]
        piped = subprocess.run(command, input=whole, capture_output=True)
        self.assertEqual(piped.returncode, 0, piped.stderr)
        self.assertEqual(json.loads(piped.stdout)["peaks"], json.loads(self.succeed("spectrum", path, "--rate", 8, "--json"))["peaks"])
        for end in (len(whole) - 8, 128 + 5, 100, 3):
            cut = subprocess.run(command, input=whole[:end], capture_output=True)
            self.assertEqual((cut.returncode, cut.stderr.count(b"\n")), (8, 1), cut.stderr)
        self.assertIn("holds 4095 of the 4096 frames", subprocess.run(command, input=whole[:-8], capture_output=True).stderr.decode())

    def test_a_second_signal_ends_the_command_and_leaves_nothing(self):
        sound = self.sound("stream.wav", 8000, 2**32 - 1)  # libsndfile goes on reading after a signal
        process = self.stalled(sound.read_bytes(), "--format", "audio", "-o", str(self.folder / "out.csv"))
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        self.assertEqual(len(list(self.folder.iterdir())), 2)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(20), -signal.SIGINT)
        self.assertEqual(list(self.folder.iterdir()), [sound])

    def test_sound_that_is_cut_off(self):
        path = self.sound("cut.wav", 4000, 16000)
        self.assertIn("note      the header promises 16000 bytes of samples and 8000 are there",
                      self.succeed("spectrum", path))

    def test_columns_of_text(self):
        text = self.folder / "x.csv"
        text.write_text("Time (ms),V\n" + "".join(f"{4 * i},{i % 2}\n" for i in range(64)))
        self.assertIn("text, time (ms) and value; 250 Hz", self.succeed("spectrum", text))
        text.write_text("".join(f"{4 * i},{i % 2}\n" for i in range(64)))
        self.assertIn("--columns re,im", self.fail_with(8, "spectrum", text, "--rate", 1))
        self.assertIn("text, re, im; 1 Hz, complex",
                      self.succeed("spectrum", text, "--rate", 1, "--columns", "re,im"))
        text.write_text("t,v\n" + "".join(f"{i if i < 2000 else i + 100},0\n" for i in range(3000)))
        self.assertIn("time 2100 in row 2001", self.fail_with(8, "spectrum", text, "-o", self.folder / "out.png"))
        self.assertFalse((self.folder / "out.png").exists())
        self.assertIn("is not text", self.fail_with(2, "spectrum", self.sound("a.wav", 100), "--columns", "re,im"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
