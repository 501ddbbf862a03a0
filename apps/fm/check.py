# SPDX-License-Identifier: Apache-2.0
"""Check the FM receiver: is its output the tone of the station that it was tuned to, and little else?

    python apps/fm/check.py fm-out.wav [--tone 1000] [--level -6] [--snr 70] [--begin S] [--end S]

The spectrum in a window whose side lobes lie below 90 dB is split: what lies around the tone is signal, all else up to
15 kHz is noise.
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

RATE_HZ = 48000
AUDIO_HZ = 15000
LEAST_HZ = 30
SETTLED_SECONDS = 0.02
LOBE_BINS = 5
LEVEL_TOLERANCE_DB = 0.2


@dataclass(frozen=True)
class Tone:
    """The strongest tone of a sound: its level against full scale, and its SNR against everything else."""

    frequency_hz: float
    bin_hz: float
    level_db: float
    snr_db: float


def read_wav(path: Path, begin_s: float, end_s: float | None) -> Samples:
    """The samples of a part of a 16-bit mono WAV file, full scale -1 to 1."""
    with wave.open(str(path), "rb") as file:
        found = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        if found != (1, 2, RATE_HZ):
            raise ValueError(
                f"{found[0]} channels of {8 * found[1]} bits at {found[2]} Hz, expected 1 of 16 at {RATE_HZ}"
            )
        samples = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.float64) / 32768
        if len(samples) != file.getnframes():
            raise ValueError(f"{len(samples)} samples, the header says {file.getnframes()}")
    last = None if end_s is None else int(end_s * RATE_HZ)
    return samples[int((begin_s + SETTLED_SECONDS) * RATE_HZ) : last]


def measure(samples: Samples) -> Tone:
    """The strongest tone."""
    window = np.blackman(len(samples)) ** 2
    power = np.abs(np.fft.rfft(samples * window)) ** 2
    bin_hz = RATE_HZ / len(samples)
    power = power[: int(AUDIO_HZ / bin_hz) + 1]
    power[: max(int(LEAST_HZ / bin_hz), LOBE_BINS)] = 0
    top = int(np.argmax(power))
    around = slice(max(top - LOBE_BINS, 0), top + LOBE_BINS + 1)
    signal = float(np.sum(power[around]))
    noise = float(np.sum(power)) - signal
    # By Parseval: a sine of amplitude 1 has this sum of the one-sided spectrum in its lobe.
    full = len(samples) * float(np.sum(window**2)) / 4
    return Tone(top * bin_hz, bin_hz, 10 * np.log10(signal / full), 10 * np.log10(signal / max(noise, 1e-30)))


def check(samples: Samples, tone_hz: float, level_db: float, snr_db: float) -> list[str]:
    """What is wrong with the sound; empty when nothing is."""
    if len(samples) < RATE_HZ // 20:
        return [f"{len(samples)} samples are too few to be measured"]
    if not np.any(samples):
        return ["there is only silence"]
    found = measure(samples)
    problems = []
    if abs(found.frequency_hz - tone_hz) > found.bin_hz:
        problems.append(f"the strongest tone is at {found.frequency_hz:.1f} Hz, expected {tone_hz:g} Hz")
    if abs(found.level_db - level_db) > LEVEL_TOLERANCE_DB:
        problems.append(f"its level is {found.level_db:.2f} dBFS, expected {level_db:g} dBFS")
    if found.snr_db < snr_db:
        problems.append(f"signal to noise is {found.snr_db:.1f} dB, expected at least {snr_db:g} dB")
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Command line: prints the verdict, returns 0 when the sound is right."""
    parser = argparse.ArgumentParser(description="Check the output of the FM receiver.")
    parser.add_argument("output", type=Path, help="WAV file that the application wrote")
    parser.add_argument("--tone", type=float, default=1000.0, metavar="HZ", help="expected tone (default 1000)")
    parser.add_argument("--level", type=float, default=-6.02, metavar="DB", help="of full scale (default -6.02)")
    parser.add_argument("--snr", type=float, default=70.0, metavar="DB", help="least SNR (default 70)")
    parser.add_argument("--begin", type=float, default=0.0, metavar="S", help="leave out what comes before (default 0)")
    parser.add_argument("--end", type=float, metavar="S", help="leave out what comes behind")
    options = parser.parse_args(arguments)
    try:
        samples = read_wav(options.output, options.begin, options.end)
    except (OSError, EOFError, ValueError, wave.Error) as error:
        print(f"cannot check {options.output}: {error}", file=sys.stderr)
        return 1
    problems = check(samples, options.tone, options.level, options.snr)
    for problem in problems:
        print(f"wrong: {problem}")
    if not problems:
        tone = measure(samples)
        print(f"right: {tone.frequency_hz:.1f} Hz at {tone.level_db:.2f} dBFS, SNR {tone.snr_db:.1f} dB")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
