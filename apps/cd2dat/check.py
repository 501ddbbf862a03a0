# SPDX-License-Identifier: Apache-2.0
"""Check the cd2dat application: is its output one clean sine at 48 kHz?

    python apps/cd2dat/check.py output.wav [--frequency 1000] [--snr 80]

The frequency comes from the spectrum's peak, refined by the phase that the sine gains between both halves of the
sound; a least-squares fit then splits the samples into the sine and everything else, whose powers give the SNR.
"""

from __future__ import annotations

import argparse
import sys
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float64]

OUTPUT_HZ = 48000
EDGE_SAMPLES = 480
FREQUENCY_TOLERANCE_HZ = 0.1
SNR_LEAST_DB = 80.0


@dataclass(frozen=True)
class Sine:
    """One sine found in a sound: level against full scale, snr against everything that is not this sine."""

    frequency_hz: float
    level_db: float
    snr_db: float


def read_wav(path: Path) -> tuple[int, Samples]:
    """The rate in Hz and the samples (full scale -1 to 1) of a 16-bit mono WAV file."""
    with wave.open(str(path), "rb") as file:
        if file.getnchannels() != 1 or file.getsampwidth() != 2:
            found = f"{file.getnchannels()} channels of {8 * file.getsampwidth()} bits"
            raise ValueError(f"{path} holds {found}, expected 1 of 16 bits")
        data = file.readframes(file.getnframes())
        if len(data) != 2 * file.getnframes():
            raise ValueError(f"{path}: {len(data)} bytes of samples, the header says {2 * file.getnframes()}")
        return file.getframerate(), np.frombuffer(data, dtype="<i2").astype(np.float64) / 32768


def fit(samples: Samples, rate_hz: int, frequency_hz: float) -> tuple[complex, Samples]:
    """The complex amplitude of the sine of this frequency, and what remains without it."""
    angle = 2 * np.pi * frequency_hz / rate_hz * np.arange(len(samples))
    base = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    weights, *_ = np.linalg.lstsq(base, samples, rcond=None)
    return complex(weights[0], -weights[1]), samples - base @ weights


def peak_hz(samples: Samples, rate_hz: int) -> float:
    """The frequency of the strongest line of the spectrum, to a fraction of a bin."""
    spectrum = np.abs(np.fft.rfft(samples * np.blackman(len(samples))))
    top = min(max(int(np.argmax(spectrum)), 1), len(spectrum) - 2)
    left, middle, right = np.log(spectrum[top - 1 : top + 2] + 1e-30)
    curve = left - 2 * middle + right
    shift = (left - right) / (2 * curve) if curve else 0.0
    return float((top + shift) * rate_hz / len(samples))


def refine_hz(samples: Samples, rate_hz: int, frequency_hz: float) -> float:
    """The frequency corrected by the phase gained from the first half to the second."""
    half = len(samples) // 2
    first, _ = fit(samples[:half], rate_hz, frequency_hz)
    second, _ = fit(samples[half : 2 * half], rate_hz, frequency_hz)
    expected = np.exp(2j * np.pi * frequency_hz / rate_hz * half)
    gained = np.angle(second / first / expected)
    return float(frequency_hz + gained * rate_hz / (2 * np.pi * half))


def measure(samples: Samples, rate_hz: int) -> Sine:
    """The strongest sine of the samples."""
    frequency_hz = peak_hz(samples, rate_hz)
    for _ in range(4):
        frequency_hz = refine_hz(samples, rate_hz, frequency_hz)
    amplitude, rest = fit(samples, rate_hz, frequency_hz)
    power = abs(amplitude) ** 2 / 2
    noise = float(np.mean(rest**2))
    return Sine(frequency_hz, 20 * np.log10(abs(amplitude)), 10 * np.log10(power / max(noise, 1e-30)))


def steady(samples: Samples) -> Samples:
    """The samples without silence at either end and without the filters' start and stop."""
    loud = np.flatnonzero(np.abs(samples) > np.max(np.abs(samples)) / 2)
    return samples[loud[0] + EDGE_SAMPLES : loud[-1] - EDGE_SAMPLES]


def check(path: Path, frequency_hz: float = 1000.0, snr_db: float = SNR_LEAST_DB) -> list[str]:
    """What is wrong with the converted sine; empty when nothing is."""
    rate_hz, samples = read_wav(path)
    if rate_hz != OUTPUT_HZ:
        return [f"sampled at {rate_hz} Hz, expected {OUTPUT_HZ} Hz"]
    if not np.any(samples):
        return ["there is only silence"]
    if len(steady(samples)) < 10 * EDGE_SAMPLES:
        return [f"{len(samples)} samples are too few to be measured"]
    sine = measure(steady(samples), rate_hz)
    problems = []
    if abs(sine.frequency_hz - frequency_hz) > FREQUENCY_TOLERANCE_HZ:
        problems.append(f"the strongest line is at {sine.frequency_hz:.3f} Hz, expected {frequency_hz:g} Hz")
    if sine.snr_db < snr_db:
        problems.append(f"signal to noise is {sine.snr_db:.1f} dB, expected at least {snr_db:g} dB")
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Command line: prints the verdict, returns 0 when the sound is right."""
    parser = argparse.ArgumentParser(description="Check the output of the cd2dat application.")
    parser.add_argument("output", type=Path, help="WAV file the application wrote")
    parser.add_argument("--frequency", type=float, default=1000.0, metavar="HZ", help="expected sine (default 1000)")
    parser.add_argument("--snr", type=float, default=SNR_LEAST_DB, metavar="DB", help="least SNR (default 80)")
    options = parser.parse_args(arguments)
    try:
        problems = check(options.output, options.frequency, options.snr)
    except (OSError, EOFError, ValueError, wave.Error) as error:
        print(f"cannot check {options.output}: {error}", file=sys.stderr)
        return 1
    for problem in problems:
        print(f"wrong: {problem}")
    if not problems:
        sine = measure(steady(read_wav(options.output)[1]), OUTPUT_HZ)
        print(f"right: {sine.frequency_hz:.4f} Hz at {sine.level_db:.3f} dBFS, SNR {sine.snr_db:.1f} dB")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
