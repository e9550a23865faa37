#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio image, hello and hello2d. Usage: image_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import re
import struct
import sys
import unittest
import zlib
from pathlib import Path

import numpy as np

from tool_test import NO_DEVICE, RNG, Case

# Pictures of the package libsixel-examples: a photograph, and Willem van Schaik's PngSuite.
EXAMPLES = Path("/usr/share/doc/libsixel-examples/examples/images")
COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
LUMINANCE = np.array([0.299, 0.587, 0.114])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path, pixels):
    """(height, width) or (height, width, channels) of uint8 or uint16."""
    pixels = pixels[..., None] if pixels.ndim == 2 else pixels
    height, width, channels = pixels.shape
    depth = 8 * pixels.dtype.itemsize
    rows = pixels.astype(f">u{depth // 8}").reshape(height, -1).view(np.uint8)
    data = zlib.compress(np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes())
    header = struct.pack(">2I5B", width, height, depth, COLOUR_TYPES[channels], 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def paeth(a, b, c):
    distances = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    return (a, b, c)[distances.index(min(distances))]


def unfilter(kind, row, above, step):
    if kind == 2:
        return (row + above) % 256
    for i in range(len(row)):
        a, c = (int(row[i - step]), int(above[i - step])) if i >= step else (0, 0)
        b = int(above[i])
        row[i] = (row[i] + {0: 0, 1: a, 3: (a + b) // 2, 4: paeth(a, b, c)}[kind]) % 256
    return row


def read_png(path):
    """What write_png takes, of PNGs without palette and interlacing: read after the specification, not with libpng."""
    content, at, data = path.read_bytes(), 8, b""
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        body = content[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">2I2B", body[:10])
        data += body if kind == b"IDAT" else b""
        at += length + 12
    channels = {value: key for key, value in COLOUR_TYPES.items()}[colour]
    step = channels * depth // 8
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1).astype(np.int32)
    above = np.zeros(width * step, np.int32)
    for row in rows:
        if row[0] != 0:
            row[1:] = unfilter(row[0], row[1:], above, step)
        above = row[1:]
    pixels = rows[:, 1:].astype(np.uint8).view(f">u{depth // 8}").reshape(height, width, channels)
    return (pixels[..., 0] if channels == 1 else pixels).astype(int)


def grey_of(plane, range_db):
    """The picture of a plane's spectrum, by NumPy."""
    magnitude = np.abs(np.fft.fftshift(np.fft.fft2(plane - plane.mean())))
    middle = tuple(n // 2 for n in plane.shape)
    magnitude[middle] = 0
    with np.errstate(divide="ignore"):
        grey = 255 * (1 + 20 * np.log10(magnitude / magnitude.max()) / range_db)
    grey[middle] = 255
    return np.clip(grey, 0, 255)


def filtered(channel, response):
    height, width = channel.shape
    f = np.hypot(np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None])
    return np.fft.irfft2(np.fft.rfft2(channel) * response(f), channel.shape)


class Image(Case):
    def image(self, pixels, *options):
        """The picture that was written, and the report."""
        source = pixels
        if isinstance(pixels, np.ndarray):
            source = self.folder / "in.png"
            write_png(source, pixels)
        report = json.loads(self.succeed("image", source, "-o", self.folder / "out.png", "--no-axes", "--json", *options))
        return read_png(self.folder / "out.png"), report

    def assert_grey(self, got, expected):
        """A unit in the last place of a float may tip a rounding."""
        self.assertEqual(got.shape, expected.shape)
        self.assertLess(np.abs(got - expected).max(), 0.51)

    def test_spectra_as_numpy_has_them(self):
        for height, width in (48, 64), (31, 37), (1, 40), (40, 1):
            plane = RNG.integers(0, 256, (height, width)).astype(np.uint8)
            picture, report = self.image(plane, "--range", 60)
            self.assert_grey(picture, grey_of(plane, 60))
            self.assertEqual(report["token"], f"r2c:f32:{height}x{width}")
            self.assertEqual((report["width"], report["height"], report["kind"]), (width, height, "grey"))
            self.assertAlmostEqual(report["spectrum"]["mean"], plane.mean(), 9)

    def test_colours_and_sixteen_bits(self):
        pixels = RNG.integers(0, 65536, (20, 30, 4)).astype(np.uint16)
        for options, plane in (((), pixels[..., :3] @ LUMINANCE), (("--channel", "blue"), pixels[..., 2]),
                               (("--channel", "alpha"), pixels[..., 3])):
            self.assert_grey(self.image(pixels, *options)[0], grey_of(plane, 100))

    def test_strongest_frequencies(self):
        y, x = np.mgrid[:100, :120]
        plane = np.round(128 + 60 * np.cos(2 * np.pi * x / 8) + 20 * np.cos(2 * np.pi * (x / 24 - y / 10)))
        report = self.image(plane.astype(np.uint8), "--peaks", 2)[1]
        first, second = report["spectrum"]["frequencies"]
        self.assertEqual((first["period"], first["direction"]), (8, 0))
        self.assertAlmostEqual(first["amplitude"], 60, delta=0.1)
        self.assertAlmostEqual(second["down"], -0.1)
        self.assertAlmostEqual(second["period"], 1 / np.hypot(1 / 24, 0.1))
        self.assertAlmostEqual(second["direction"], np.degrees(np.arctan2(0.1, 1 / 24)))
        self.assertAlmostEqual(second["db"], 20 * np.log10(20 / 60), delta=0.1)

    def test_figures_with_axes(self):
        """The figure of a spectrum is the default: 720 x 720 points from (96, 82) on, light where a wave is."""
        y, x = np.mgrid[:64, :64]
        source, out = self.folder / "in.png", self.folder / "out.png"
        write_png(source, np.round(128 + 60 * np.cos(2 * np.pi * (x / 8 + y / 4))).astype(np.uint8))
        self.succeed("image", source, "-o", out)
        figure = read_png(out)
        self.assertEqual(figure.shape, (874, 956, 3))
        for row, column, light in (32 + 16, 32 + 8, True), (32 - 16, 32 - 8, True), (32, 32, True), (32 - 16, 32 + 8, False):
            pixel = figure[82 + round((row + 0.5) * 11.25), 96 + round((column + 0.5) * 11.25)]
            self.assertTrue(pixel.min() > 200 if light else pixel.max() < 90, (row, column, pixel))
        self.succeed("image", source, "-o", out, "--lowpass", 0.4, "--axes")
        figure = read_png(out)
        self.assertEqual(figure.shape, (874, 856, 3))
        expected = filtered(128 + 60 * np.cos(2 * np.pi * (x / 8 + y / 4)), lambda f: 0.5 ** ((f / 0.4) ** 2))
        for row, column in (0, 0), (5, 9), (63, 62):
            pixel = figure[82 + round((row + 0.5) * 11.25), 96 + round((column + 0.5) * 11.25)]
            self.assertLess(np.abs(pixel - expected[row, column]).max(), 1.1)
        self.succeed("image", source, "-o", out, "--lowpass", 0.4)
        self.assertEqual(read_png(out).shape, (64, 64))
        for name, begin in ("out.svg", b"<?xml"), ("out.pdf", b"%PDF"):
            self.succeed("image", source, "-o", self.folder / name)
            self.assertTrue((self.folder / name).read_bytes().startswith(begin))
            self.assertIn("ends in .png", self.fail_with(2, "image", source, "-o", self.folder / name, "--no-axes"))

    def test_pictures_with_nothing_in_them(self):
        for pixels in np.full((1, 1), 7, np.uint8), np.full((30, 20), 201, np.uint8), np.zeros((5, 7), np.uint8):
            picture, report = self.image(pixels)
            expected = np.zeros(pixels.shape)
            expected[pixels.shape[0] // 2, pixels.shape[1] // 2] = 255 * (pixels.max() > 0)
            self.assertTrue(np.array_equal(picture, expected))
            self.assertEqual(report["spectrum"]["frequencies"], [])
            self.assertIsNone(report["spectrum"]["dynamic_range_db"])
            self.assertTrue(np.array_equal(self.image(pixels, "--lowpass", 0.1)[0], pixels))
            self.assertTrue(np.all(self.image(pixels, "--highpass", 0.1)[0] == 128))

    def test_a_filter_that_nothing_passes_is_told(self):
        pixels = RNG.integers(60, 190, (27, 40)).astype(np.uint8)
        band = ("--lowpass", 0.1001, "--highpass", 0.1, "--filter-shape", "ideal")  # between the picture's frequencies
        for options, empty in ((band, True), (("--highpass", 0.7072, "--filter-shape", "ideal"), True),
                               (("--highpass", 0.1), False)):
            picture, report = self.image(pixels, *options)
            self.assertEqual((report["filter"]["empty"], bool(np.all(picture == 128))), (empty, empty), options)
        self.assertIn("note      the picture has no frequency that passes this filter",
                      self.succeed("image", self.folder / "in.png", "-o", self.folder / "out.png", *band))

    def test_filters_as_numpy_has_them(self):
        pixels = RNG.integers(60, 190, (27, 40, 4)).astype(np.uint8)
        cases = (("--lowpass", 0.2), lambda f: 0.5 ** ((f / 0.2) ** 2)), \
                (("--highpass", 0.1), lambda f: 1 - 0.5 ** ((f / 0.1) ** 2)), \
                (("--lowpass", 0.2, "--filter-shape", "butterworth", "--order", 3), lambda f: 1 / (1 + (f / 0.2) ** 6)), \
                (("--lowpass", 0.31, "--highpass", 0.12, "--filter-shape", "ideal"), lambda f: (f <= 0.31) & (f > 0.12))
        for options, response in cases:
            picture, report = self.image(pixels, *options)
            self.assertTrue(np.array_equal(picture[..., 3], pixels[..., 3]), "alpha is kept")
            offset = 128 if "--highpass" in options else 0
            self.assertEqual(report["filter"]["offset"], offset)
            for colour in range(3):
                expected = filtered(pixels[..., colour], response) + offset
                self.assert_grey(picture[..., colour], np.clip(expected, 0, 255))

    def test_a_filter_of_one_channel_writes_grey(self):
        pixels = RNG.integers(60, 190, (9, 14, 3)).astype(np.uint16)
        picture, _ = self.image(pixels, "--lowpass", 0.2, "--channel", "red")
        self.assert_grey(picture, filtered(pixels[..., 0], lambda f: 0.5 ** ((f / 0.2) ** 2)))

    def test_a_photograph(self):
        if not (EXAMPLES / "snake.png").exists():
            self.skipTest("no snake.png: libsixel-examples is missing, or this dpkg leaves out /usr/share/doc")
        pixels = read_png(EXAMPLES / "snake.png")
        self.assertEqual(pixels.shape, (450, 600, 3))
        picture, report = self.image(EXAMPLES / "snake.png")
        self.assert_grey(picture, grey_of(pixels @ LUMINANCE, 100))
        self.assertEqual(set(report["seconds"]), {"read", "set_up", "upload", "kernels", "download", "write", "total"})
        low, _ = self.image(EXAMPLES / "snake.png", "--lowpass", 0.05)
        high, _ = self.image(EXAMPLES / "snake.png", "--highpass", 0.05)
        self.assert_grey(low[..., 1], filtered(pixels[..., 1], lambda f: 0.5 ** ((f / 0.05) ** 2)))
        whole = (high > 0) & (high < 255)
        self.assertGreater(whole.mean(), 0.99)
        self.assertLessEqual(np.abs(low + high - 128 - pixels)[whole].max(), 1, "low-pass and high-pass add up")

    def test_every_kind_of_png(self):
        if not EXAMPLES.exists():
            self.skipTest("no PngSuite: libsixel-examples is missing, or this dpkg leaves out /usr/share/doc")
        suite = EXAMPLES / "pngsuite"
        for kind in "0g01", "0g16", "2c08", "2c16", "3p02", "4a08", "6a16":
            plain = self.image(suite / "basic" / f"basn{kind}.png")
            interlaced = self.image(suite / "interlacing" / f"basi{kind}.png")
            self.assertTrue(np.array_equal(plain[0], interlaced[0]), kind)
            self.assertEqual(plain[0].shape, (32, 32))
        for path in (suite / "corrupted").iterdir():
            message = self.fail_with(8, "image", path, "-o", self.folder / "out.png")
            self.assertIn("is no whole PNG", message)

    def test_files_of_other_commands(self):
        picture, recording = self.folder / "in.PNG", self.folder / "voice.wav"
        recording.write_bytes(b"RIFF" + bytes(60))
        message = self.fail_with(8, "image", recording, "-o", self.folder / "out.png")
        self.assertIn("papilio spectrum", message)
        self.assertIn("papilio image", self.fail_with(2, "spectrum", picture))
        self.assertIn("papilio image", self.fail_with(2, "spectrogram", picture, "-o", self.folder / "out.png"))

    def test_files_that_cannot_be(self):
        source, out = self.folder / "in.png", self.folder / "out.png"
        write_png(source, np.arange(600, dtype=np.uint16).reshape(20, 30))
        out.write_text("old")
        whole = source.read_bytes()
        for length in 0, 7, 20, 60, len(whole) // 2, len(whole) - 1:
            (self.folder / "cut.png").write_bytes(whole[:length])
            self.assertIn("is no whole PNG", self.fail_with(8, "image", self.folder / "cut.png", "-o", out))
        self.assertIn("no such file", self.fail_with(8, "image", self.folder / "none.png", "-o", out).lower())
        self.fail_with(8, "image", self.folder, "-o", out)
        self.assertEqual(out.read_text(), "old")
        self.assertIn("folder does not exist", self.fail_with(8, "image", source, "-o", self.folder / "no" / "x.png"))
        (self.folder / "folder.png").mkdir()
        self.fail_with(8, "image", source, "-o", self.folder / "folder.png")
        header = struct.pack(">2I5B", 1 << 20, 1 << 20, 8, 0, 0, 0, 0)
        source.write_bytes(whole[:8] + chunk(b"IHDR", header) + chunk(b"IDAT", b""))
        self.assertIn("more than 2^27", self.fail_with(4, "image", source, "-o", out))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["cut.png", "folder.png", "in.png", "out.png"])

    def test_help(self):
        for command in "image", "hello", "hello2d":
            self.assertIn("Exit codes:", self.succeed(command, "--help"))

    def test_wrong_command_lines(self):
        source, out = self.folder / "in.png", self.folder / "out.png"
        write_png(source, np.zeros((4, 4), np.uint8))
        self.fail_with(2, "image", source)
        self.assertIn("choose .png, .svg or .pdf", self.fail_with(2, "image", source, "-o", "out.jpg"))
        self.assertIn("ends in .png", self.fail_with(2, "image", source, "-o", "out.jpg", "--lowpass", 0.1))
        self.assertIn("the picture is grey", self.fail_with(2, "image", source, "-o", out, "--channel", "red"))
        for options in ("--lowpass", 0), ("--highpass", 0.8), ("--range", 0), ("--channel", "hue"), ("--order", 0), \
                ("--range", 50, "--lowpass", 0.1):
            self.fail_with(2, "image", source, "-o", out, *options)
        for low, high in (0.1, 0.3), (0.2, 0.2):
            message = self.fail_with(2, "image", source, "-o", out, "--lowpass", low, "--highpass", high)
            self.assertIn(f"--lowpass {low} and --highpass {high}: no frequency", message)
        # A limit is accepted as it is printed.
        limit = self.fail_with(2, "image", source, "-o", out, "--lowpass", 1).split(" to ")[1].split(";")[0]
        self.succeed("image", source, "-o", self.folder / "limit.png", "--lowpass", limit)
        self.succeed("image", source, "-o", self.folder / "limit.png", "--lowpass", 0.707107)
        self.fail_with(5, "image", source, "-o", out, **NO_DEVICE)
        self.assertFalse(out.exists())


class Hello(Case):
    LINE = re.compile(r"rel_rms_err = (\S+), usecs = (\d+), k = (\d+)")

    def test_lines(self):
        for arguments, loops in ((12,), 1), ((8, 3), 1), ((8, 2, 3), 3), ((1, 3), 1), ((2, 5), 1):
            lines = self.succeed("hello", *arguments).splitlines()
            self.assertEqual(len(lines), loops)
            for k, line in enumerate(lines):
                error, _, loop = self.LINE.fullmatch(line).groups()
                self.assertLess(float(error), 3e-7)
                self.assertEqual(int(loop), k)

    def test_json(self):
        report = json.loads(self.succeed("hello", 8, 2, 3, "--json"))
        self.assertEqual((report["token"], report["jobs"], len(report["loops"])), ("c2c:f32:256*2:inverse", 2, 3))

    def test_wrong_values_print_the_usage(self):
        for arguments in (0,), (8, 0), (8, 1, 0), ("--", -3):
            self.assertIn("usage: papilio hello log2_N [jobs [loops]]", self.fail_with(2, "hello", *arguments))
        self.fail_with(2, "hello")
        self.fail_with(2, "hello", "twelve")
        self.assertIn("2^27", self.fail_with(4, "hello", 28))
        self.fail_with(5, "hello", 8, **NO_DEVICE)

    def test_two_dimensions(self):
        out = self.folder / "stripes.png"
        first, transpose, second, written = self.succeed("hello2d", "-o", out).splitlines()
        self.assertRegex(first, r"^1st FFT    *\d+ usecs$")
        self.assertRegex(transpose, r"^Transpose      0 usecs \(none: ")
        self.assertRegex(second, r"^2nd FFT    *\d+ usecs$")
        self.assertEqual(written, f"written   {out}")
        spectrum = np.zeros((512, 512))
        spectrum[2, 2] = spectrum[510, 510] = 60
        picture = read_png(out)[::-1]  # row 0 is at the bottom
        self.assertLess(np.abs(picture - (128 + np.fft.ifft2(spectrum).real * 512 * 512)).max(), 0.51)
        self.assertEqual((picture.min(), picture.max()), (8, 248))
        report = json.loads(self.succeed("hello2d", "-o", out, "--json"))
        self.assertEqual(set(report["usecs"]), {"first_fft", "transpose", "second_fft"})
        self.assertIn("ends in .png", self.fail_with(2, "hello2d", "-o", "x.bmp"))
        self.fail_with(8, "hello2d", "-o", self.folder / "no" / "x.png")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
