#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Writes feature_references.hpp, features that librosa and torchaudio compute: pip install librosa torchaudio."""

import pathlib

import librosa
import numpy as np
import torch
import torchaudio

SAMPLES = 2400
FRAMES = (0, 1, 7, -1)
HEADER = """// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features of a signal, frames 0, 1, 7 and the last one, as librosa {librosa} and torchaudio {torchaudio} compute them in
// double precision; make_feature_references.py wrote it.
#pragma once

#include <vector>

namespace papilio::test {{

// clang-format off
"""


def signal():
    """Numbers that f32 has, of no period below 2003."""
    i = np.arange(SAMPLES, dtype=np.int64)
    return ((i * i * 7919 + i * 104729) % 2003 - 1001) / 1024


def whisper(x, filters):
    """whisper.log_mel_spectrogram(), in double precision; the last frame is kept."""
    spectra = torch.stft(torch.from_numpy(x), 400, 160, window=torch.hann_window(400, dtype=torch.float64),
                         return_complex=True)
    weights = librosa.filters.mel(sr=16000, n_fft=400, n_mels=filters, dtype=np.float64)
    log = torch.clamp(torch.from_numpy(weights) @ spectra.abs() ** 2, min=1e-10).log10()
    return ((torch.maximum(log, log.max() - 8.0) + 4.0) / 4.0).numpy()


def cases(x):
    yield "whisper_80", whisper(x, 80)
    yield "whisper_128", whisper(x, 128)
    mel = librosa.feature.melspectrogram(y=x, sr=22050, n_fft=512, hop_length=128, n_mels=40, dtype=np.float64)
    yield "librosa_mel", mel
    yield "librosa_db", librosa.power_to_db(mel, top_db=20)
    yield "librosa_mfcc", librosa.feature.mfcc(S=librosa.power_to_db(mel), n_mfcc=13)
    tensor = torch.from_numpy(x)
    options = {"n_fft": 400, "hop_length": 100, "n_mels": 23, "f_min": 20.0, "f_max": 7600.0}
    yield "torchaudio_mel", torchaudio.transforms.MelSpectrogram(16000, **options).double()(tensor).numpy()
    mfcc = torchaudio.transforms.MFCC(16000, n_mfcc=20, melkwargs=options).double()
    yield "torchaudio_mfcc", mfcc(tensor).numpy()


def main():
    lines = [HEADER.format(librosa=librosa.__version__, torchaudio=torchaudio.__version__.partition("+")[0])]
    for name, rows in cases(signal()):
        lines.append(f"inline const std::vector<double> {name} = {{")
        numbers = [f"{number:.9g}" for frame in FRAMES for number in rows[:, frame]]
        lines += ["    " + ", ".join(numbers[i:i + 9]) + "," for i in range(0, len(numbers), 9)]
        lines.append("};")
    lines.append("// clang-format on\n\n}  // namespace papilio::test\n")
    pathlib.Path(__file__).with_name("feature_references.hpp").write_text("\n".join(lines), encoding="utf-8")


main()
