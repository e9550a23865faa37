#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Modules of `papilio source --dialect wgsl --program`, run through wgpu (naga), Deno (naga) and Chromium (Tint), and
compared with double precision and with Vulkan. Usage: webgpu_test.py PAPILIO [unittest arguments]"""

import base64
import functools
import http.server
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import function_chain
import numpy as np
import reference
import wgpu_runner

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tool"))
from fewer import fewer  # noqa: E402

FEWER = fewer([0, 1]) == [0]
PAPILIO = sys.argv[1]
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DENO = shutil.which("deno", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# One algorithm, layout or map each; scripts/test takes every third, without the large ones.
TOKENS = """c2c:f32:1*3 c2c:f32:16*1000 c2c:f32:2^20 c2c:f32:7*9 c2c:f32:4096:inverse c2r:f32:60x64*3 c2c:f32:1009*3 c2c:f32:64x50*7
    dct2:f32:100 c2c:f32:1000*5:inplace c2c:f32:10007 r2c:f32:1000*5 c2c:f32:65536*2:scale=1/n c2c:f32:12x10x8*9 dct1:f32:33*4
    c2c:f32:243*2:inverse r2c:f32:2^20 dct3:f32:48x20 c2r:f32:2^18 c2c:f32:2018 r2c:f32:30x64:inplace c2c:f32:600011
    c2c:f32:128x96x100:inplace dct4:f32:64*9 c2r:f32:1009*2 r2c:f32:12x40x36 dst2:f32:50*4 c2c:f32:8x100x6:axes=1
    c2c:f32:2*200000 dst3:f32:27x10 c2c:f32:1024x1024 c2c:f32:60*7:inplace:planar r2c:f32:17x15 c2c:f32:64*5:planar
    c2c:f16:256*64 r2c:f32:512*64:in=f16 c2c:f32:524287 c2c:f32:100x100:axes=0 c2c:f32:2^17:inplace dst4:f32:1009
    c2c:f32:2*4200000 c2c:f32:1000*3:zero=[500,1000) r2c:f32:1000*5:omap=db c2c:f32:4096*2:omap=log c2c:f32:64*9:omap=phase
    r2c:f32:512*20:window=hann c2c:f32:64x50*3:ishift=0,1 c2c:f32:1000*3:pad=400 c2c:f32:1000*3:crop=300 conv:f32:1000*3:kernel=65:same
    corr:f32:300*2:kernel=40:complex conv:f32:64x50*2:kernel=9x9:valid corr:f32:28x28*2:kernel=3x3:same:channels=2x3 conv:f32:2^18:kernel=1000
    corr:f32:100*3:kernel=100*3:circular:inplace conv:f32:60x4:kernel=7x1:axes=0 conv:f32:500:kernel=21:complex:planar
    conv:f32:1009*2:kernel=2500:circular conv:f32:8x10x12:kernel=3x3x3:same corr:f32:64*5:kernel=9:same:in=f16
    c2c:f32:1000*3:in=u8 r2c:f32:512*20:window=hann:in=i16 c2c:f32:64*5:planar:in=bf16 conv:f32:1000*3:kernel=65:same:in=i8
    r2c:f32:15*7:in=u16""".split()
LARGE = {"c2c:f32:1000003", "c2c:f32:1024*4096:idist=1024:in=i8:window=hann:taps=8", "c2c:f32:2*4200000", "c2c:f32:600011", "c2c:f32:524287", "c2c:f32:1024x1024"}
# A browser and Deno run these, too: the functions of the module, and Tint.
OF_MODULES = """c2c:f32:16*1000 c2c:f32:1009*3 c2c:f32:131072:inplace r2c:f32:30x64:inplace c2r:f32:1009*2 dct2:f32:100
    c2c:f32:12x10x8*9 c2c:f32:60*7:inplace:planar c2c:f32:10007:inverse c2c:f32:2*200000 corr:f32:300*2:kernel=40:complex
    conv:f32:1009*2:kernel=2500:circular corr:f32:28x28*2:kernel=3x3:same:channels=2x3""".split()
if FEWER:
    TOKENS = [token for token in TOKENS if token not in LARGE]
    OF_MODULES = "c2c:f32:1009*3 r2c:f32:30x64:inplace c2c:f32:2*200000 corr:f32:300*2:kernel=40:complex".split()
# Kernels that both compilers must accept: barriers in uniform control flow, types, names.
COMPILED = [f"c2c:f32:{n}*3" for n in range(1, 520)] + [
    f"{kind}:f32:{n}*2" for kind in "r2c c2r dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4 dht".split()
    for n in (2, 3, 8, 15, 63, 101, 256, 1000, 1009, 4096, 10007, 65536)]
MAPPED = [f"{kind}:f32:{n}*2:{option}" for kind in ("r2c", "c2c") for n in (15, 1000, 1009, 10007)
          for option in "omap=db omap=log omap=phase omap=magnitude window=hann".split()] + [
    f"c2c:f32:{n}*2:{option}" for n in (15, 1000, 1009) for option in "ishift=0 oshift=0 pad=10 crop=10".split()] + [
    f"conv:f32:{n}*2:kernel=9:{option}" for n in (15, 100, 4096, 65536) for option in "same complex circular".split()]
# Device functions: Stockham (also of pairs of real numbers), Rader (37, 101, 1009) and Bluestein (83, 166), batches, and shapes that are given.
FUNCTIONS = """c2c:f32:256 c2c:f32:1 c2c:f32:15 c2c:f32:1000 c2c:f32:1009 c2c:f32:60 r2c:f32:128 c2c:f32:2 c2c:f32:83 c2c:f32:64*4
    r2c:f32:37 c2c:f32:1024 r2c:f32:9 c2c:f32:101*2 c2c:f32:166 r2c:f32:5*4 r2c:f32:1000 c2c:f32:8*64 c2c:f32:512/4x8x16:threads=64:pad=8
    c2c:f32:625/5x5x25:threads=25:half-size r2c:f32:100*2/5x10:threads=10:tile=2
    c2c:f32:4096/16x16x16:threads=256:half-size""".split()
LIMIT = 1.5  # times Vulkan's error


def run(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def run_deno(folder, *arguments):
    """Its cache is in the folder."""
    return subprocess.run([DENO, "run", "--allow-all", *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=os.environ | {"DENO_DIR": str(folder / "deno"), "DENO_NO_UPDATE_CHECK": "1"})


def module_of(token, *options):
    done = run(PAPILIO, "source", token, "--dialect", "wgsl", "--program", *options)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def plan_of(text):
    return json.loads(text.split("export const plan = ")[1].rstrip().removesuffix(";"))


def function_chain_of(token):
    """A length and a shape are parted by a slash."""
    problem, _, shape = token.partition("/")
    back = problem.replace("r2c", "c2r") if problem.startswith("r2c") else f"{problem}:inverse"
    reports = []
    for each in (problem, back):
        options = ["--shape", shape] if shape else []
        done = run(PAPILIO, "source", each, "--device-function", "--dialect", "wgsl", "--json", *options)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        reports.append(json.loads(done.stdout))
    return function_chain.Chain(*reports)


@functools.cache
def error_of_vulkan(token):
    """None without a device."""
    done = run(PAPILIO, "check", token, "--device", "vulkan:0", "--seed", "1", "--json")
    return json.loads(done.stdout)["checks"][0]["relative_l2"] if done.returncode == 0 else None


class Case(unittest.TestCase):
    def check(self, token, plan, memory, results, beside_vulkan=not FEWER):
        error = reference.error_of(plan, memory, results, reference.random_kernels(plan, 1))
        # `papilio check` takes the error of mapped results from the complex numbers behind them: another measure.
        vulkan = error_of_vulkan(token) if beside_vulkan and ":omap=" not in token else None
        print(f"{token}: error {error:.3g}, of Vulkan {vulkan if vulkan is None else format(vulkan, '.3g')}")
        self.assertLessEqual(error, 3e-3 if re.search("[:=]f16", token) else 1e-6)
        if vulkan is not None:
            self.assertLessEqual(error, max(LIMIT * vulkan, 1e-9))  # 0 beside 0


def golden_tokens():
    """Problems of the golden texts in f32, of 2^20 points at most; WebGPU stores no f64."""
    lines = (ROOT / "tests" / "golden" / "corpus" / "kernels.txt").read_text().splitlines()
    tokens = sorted({line.split(" | ")[0] for line in lines if re.match("[a-z0-9]+:f32:", line) and ":out=f64" not in line})
    points = lambda token: math.prod(2 ** int(n[2:]) if n.startswith("2^") else int(n) for n in re.split("[:*]", token)[2].split("x"))
    return [token for token in tokens if points(token) <= 2**20]


class Wgpu(Case):
    def test_results(self):
        self.check_results(fewer(TOKENS))

    def test_golden(self):
        tokens = golden_tokens()
        self.assertGreater(len(tokens), 40)
        self.check_results([token for token in fewer(tokens) if not FEWER or token not in LARGE])

    def check_results(self, tokens):
        device = wgpu_runner.open_device()
        if device is None:
            self.skipTest("wgpu has no adapter")
        for token in tokens:
            if re.search("[:=]f16", token) and "shader-f16" not in device.features:
                continue
            with self.subTest(token):
                plan = plan_of(module_of(token))
                runner, memory = wgpu_runner.Runner(device, plan), reference.random_input(plan, 1)
                if "filter" in plan:
                    runner.set_filter(reference.random_kernels(plan, 1))
                results = [runner.run(memory) for _ in range(3)]
                self.assertTrue(all(np.array_equal(results[0], each) for each in results))
                self.check(token, plan, memory, results[2], beside_vulkan=True)


class Modules(Case):
    """The module's own functions, in JavaScript."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tokens = {f"m{number}": token for number, token in enumerate(OF_MODULES)}
        self.plans, self.inputs = {}, {}
        for name, token in self.tokens.items():
            text = module_of(token)
            (self.folder / f"{name}.mjs").write_text(text)
            self.plans[name] = plan_of(text)
            self.inputs[name] = reference.random_input(self.plans[name], 1)
            (self.folder / f"{name}.in").write_bytes(self.inputs[name].tobytes())
            if "filter" in self.plans[name]:
                (self.folder / f"{name}.filter").write_bytes(reference.random_kernels(self.plans[name], 1).tobytes())

    def check_results(self, results):
        for name, token in self.tokens.items():
            with self.subTest(token):
                self.check(token, self.plans[name], self.inputs[name], np.frombuffer(results[name], np.uint8))

    def test_deno(self):
        if DENO is None:
            self.skipTest("no deno; pip install deno")
        done = run_deno(self.folder, HERE / "deno.mjs", self.folder, *self.tokens)
        if done.returncode == 77:
            self.skipTest("Deno has no adapter")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_results({name: (self.folder / f"{name}.out").read_bytes() for name in self.tokens})

    def test_chromium(self):
        if CHROMIUM is None:
            self.skipTest("no chromium; apt install chromium")
        for name in ("harness.mjs", "page.html"):
            shutil.copy(HERE / name, self.folder)
        answer = browse(self.folder, "page.html?" + "&".join(self.tokens))
        if answer.get("none"):
            self.skipTest("Chromium has no adapter")
        self.assertNotIn("error", answer)
        self.check_results({name: base64.b64decode(answer[name]) for name in self.tokens})


def browse(folder, page, *options):
    """What the page posts to `answer`, as JSON, in a Chromium whose WebGPU is SwiftShader's."""
    answers = []
    come = threading.Event()

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

        def do_POST(self):
            answers.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            come.set()

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory() as profile:
            browser = subprocess.Popen(
                [CHROMIUM, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--enable-unsafe-webgpu",
                 "--use-webgpu-adapter=swiftshader", f"--user-data-dir={profile}", *options,
                 f"http://127.0.0.1:{server.server_port}/{page}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env=os.environ | {"HOME": profile})
            try:
                in_time = come.wait(300)
            finally:
                browser.terminate()
                browser.wait()
        server.shutdown()
    if not in_time:
        raise AssertionError(f"{page} posted nothing in 300 s")
    return answers[0]


class Kernels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = {}
        for token in fewer(COMPILED) + fewer(MAPPED):
            kernels = json.loads(run(PAPILIO, "source", token, "--dialect", "wgsl", "--json").stdout)["kernels"]
            cls.texts |= {kernel["key"]: kernel["text"] for kernel in kernels}
        cls.texts |= {f"functions of {token}": function_chain_of(token).text for token in fewer(FUNCTIONS)}

    def test_naga(self):
        device = wgpu_runner.open_device()
        if device is None:
            self.skipTest("wgpu has no adapter")
        for key, text in self.texts.items():
            with self.subTest(key):
                device.create_shader_module(code=text)

    def test_tint(self):
        if CHROMIUM is None:
            self.skipTest("no chromium; apt install chromium")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("harness.mjs", "compile.html"):
                shutil.copy(HERE / name, folder)
            (Path(folder) / "texts.json").write_text(json.dumps(list(self.texts.items())))
            answer = browse(folder, "compile.html")
        if answer.get("none"):
            self.skipTest("Chromium has no adapter")
        self.assertEqual((answer.get("error"), answer["faults"], answer["compiled"]), (None, [], len(self.texts)))


class Functions(unittest.TestCase):
    """Device functions in kernels of a user's."""

    def setUp(self):
        self.device = wgpu_runner.open_device()
        if self.device is None:
            self.skipTest("wgpu has no adapter")

    def test_there_and_back(self):
        for token in fewer(FUNCTIONS):
            with self.subTest(token):
                function_chain_of(token).check(self, self.device)

    def test_example_of_the_page(self):
        page = (ROOT / "docs" / "device-functions.md").read_text()
        commands = re.findall(r"^papilio source (.*) > (?:there|back).wgsl$", page, re.MULTILINE)
        texts = [run(PAPILIO, "source", *command.split()).stdout for command in commands]
        tables = [np.array(json.loads(run(PAPILIO, "source", *command.split(), "--json").stdout)["tables"], np.float32) for command in commands]
        kernel = re.search(r"```wgsl\n(.*?)```", page, re.DOTALL).group(1)
        signals = np.random.default_rng(1).uniform(-1, 1, 2000).astype(np.float32).view(np.complex64)
        spectrum = np.fft.fft(signals.astype(complex))
        spectrum[101:-100] = 0
        results = function_chain.run_work_group(self.device, kernel + "".join(texts), "low_pass", [signals, *tables])[0]
        self.assertLess(function_chain.relative(results, np.fft.ifft(spectrum)), 1e-6)

    def test_messages(self):
        for arguments, why in ((("c2c:f64:64",), "no double precision"), (("c2c:f32:4096",), "4096 points do not fit a work-group of 256"),
                               (("c2c:f32:4096",), "16384 bytes of local memory"), (("c2c:f32:64*1000",), "use a batch of"),
                               (("c2c:f64:64", "--caps", "h200"), "WebGPU has no f64")):
            done = run(PAPILIO, "source", *arguments, "--device-function", "--dialect", "wgsl")
            self.assertEqual((done.returncode, done.stdout), (4, ""), arguments)
            self.assertIn(why, done.stderr)
        self.assertEqual(run(PAPILIO, "source", "c2c:f32:4096", "--device-function", "--dialect", "wgsl", "--caps", "gpu").returncode, 0)


# Watches examples/web in a frame: lets it run, drags the outer ring to 40 cycles, listens to Chromium's beeps, and posts what
# it shows.
PROBE = """<!doctype html><iframe src="index.html" width="1100" height="1100"></iframe><script type="module">
const frame = document.querySelector("iframe"), wait = (ms) => new Promise((done) => setTimeout(done, ms));
await new Promise((done) => (frame.onload = done));
const page = frame.contentDocument, text = (id) => page.getElementById(id).textContent;
const at = (id, x, y) => [...page.getElementById(id).getContext("2d").getImageData(x, y, 1, 1).data];
while (!text("error") && !(text("strongest") && page.body.dataset.rounding)) await wait(100);
const before = at("result", 10, 256), heard = text("strongest");
const box = page.getElementById("ring").getBoundingClientRect(), scale = box.width / 512;
for (const [type, radius] of [["pointerdown", 250], ["pointermove", 40]])
  page.getElementById("ring").dispatchEvent(new frame.contentWindow.PointerEvent(type, { bubbles: true,
    clientX: box.left + (256 + radius) * scale, clientY: box.top + 256 * scale }));
for (let i = 0; i < 100 && !text("error") && !text("kept"); ++i) await wait(100);
page.getElementById("microphone").click();
const loud = () => text("strongest") !== heard && Number(text("strongest").match(/(-?[0-9.]+) dB/)[1]) > -60;
for (let i = 0; i < 200 && !text("error") && !loud(); ++i) await wait(20);
await fetch("answer", { method: "POST", body: JSON.stringify({ error: text("error"), heard, kept: text("kept"), beeps: loud(),
  rounding: Number(page.body.dataset.rounding), stripes: [before[0], at("result", 10, 256)[0], at("result", 14, 256)[0]] }) });
</script>"""


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_bytes_are_those_of_bindings(self):
        side = plan_of(module_of("r2c:f32:15:in=f16"))["input"]
        self.assertEqual((side["lengths"], side["bytes"]), ([15], 32))

    def test_example_of_the_page(self):
        if DENO is None:
            self.skipTest("no deno; pip install deno")
        page = (ROOT / "docs" / "webgpu.md").read_text()
        command = re.search(r"^papilio source (.*) > fft.mjs$", page, re.MULTILINE).group(1).split()
        program = re.search(r"```js\n(.*?)```", page, re.DOTALL).group(1)
        (self.folder / "fft.mjs").write_text(run(PAPILIO, "source", *command).stdout)
        (self.folder / "program.mjs").write_text(program)
        done = run_deno(self.folder, self.folder / "program.mjs")
        if "reading 'requestDevice'" in done.stderr:  # of null
            self.skipTest("Deno has no adapter")
        self.assertEqual(done.stdout, re.search(r"console.log.*// (.*)", program).group(1) + "\n", done.stderr)

    def test_example_in_a_browser(self):
        if CHROMIUM is None:
            self.skipTest("no chromium; apt install chromium")
        shutil.copytree(ROOT / "examples" / "web", self.folder, dirs_exist_ok=True)
        self.assertEqual(run(self.folder / "make", PAPILIO, self.folder).returncode, 0)
        (self.folder / "probe.html").write_text(PROBE)
        seen = browse(self.folder, "probe.html", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                      "--autoplay-policy=no-user-gesture-required")
        print(seen)
        if seen["error"].startswith("This browser has no WebGPU;"):
            self.skipTest("Chromium has no adapter")
        self.assertEqual(seen["error"], "")
        self.assertEqual(seen["heard"], "1000 Hz, -12.0 dB")  # the hum of amplitude 1/4; the sweep is spread over 90 Hz
        self.assertLess(seen["rounding"], 1e-5)
        self.assertEqual(seen["kept"], "0 to 40 cycles")
        self.assertTrue(seen["beeps"])
        before, crest, trough = seen["stripes"]  # stripes of 64 cycles, 136 +- 25, are gone
        self.assertGreater(before, 136 + 15)
        self.assertLess(abs(crest - trough), 6)


class Refusals(unittest.TestCase):
    def test_messages(self):
        for token, options, why in (("c2c:f64:64", (), "f64"), ("conv:f64:64:kernel=3", (), "f64"), ("c2c:f32:64:out=bf16", (), "other than f16"),
                                    ("c2c:bf16:64:inplace", (), "out of place"),
                                    ("c2c:f32:64", ("--caps", "cpu"), "vectors that WGSL lacks"),
                                    ("c2c:f32:65536*2000", ("--caps", "h200"), "which the dialect cannot express")):
            done = run(PAPILIO, "source", token, "--dialect", "wgsl", "--program", *options)
            self.assertEqual((done.returncode, done.stdout), (4, ""), token)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
