# SPDX-License-Identifier: Apache-2.0
"""A notebook that designs a filter in SciPy, runs it through dfgen, and compares."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat

GRAPH = """\
graph fir(taps = 8, block = 64) {
    include "fir.h";
    source "fir.c";
    in weights : float[taps];
    in x : float[block];
    out y : float[block];
    actor filter {
        fire fir_filter(taps, block, weights, x, y, s);
        state s : float[taps];
        in weights : float[taps];  in x : float[block];  out y : float[block];
    }
    weights -> filter.weights;
    x -> filter.x;
    filter.y -> y;
}
"""
FIR_H = "void fir_filter(int taps, int count, const float *weights, const float *x, float *y, float *past);\n"
FIR_C = """\
#include "fir.h"
#include <string.h>
void fir_filter(int taps, int count, const float *weights, const float *x, float *y, float *past)
{
    for (int i = 0; i < count; i++) {
        memmove(past + 1, past, sizeof *past * (size_t)(taps - 1));
        past[0] = x[i];
        y[i] = 0;
        for (int k = 0; k < taps; k++)
            y[i] += weights[k] * past[k];
    }
}
"""
CELLS = (
    "import dfgen, numpy as np\nfrom scipy import signal\nweights = signal.firwin(31, 0.2).astype(np.float32)",
    "samples = np.random.default_rng(1).standard_normal((10, 64)).astype(np.float32)\n"
    "with dfgen.load('fir.sdf', cores=1, taps=31) as fir:\n"
    "    filtered = fir(weights=np.tile(weights, (10, 1)), x=samples)",
    "wanted = signal.lfilter(weights, 1, samples.ravel())\n"
    "np.testing.assert_allclose(filtered.ravel(), wanted, atol=1e-5)\nprint('they agree')",
)


def test_a_notebook_compares_with_scipy(tmp_path: Path) -> None:
    for name, text in (("fir.sdf", GRAPH), ("fir.h", FIR_H), ("fir.c", FIR_C)):
        (tmp_path / name).write_text(text)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    (told,) = notebook.cells[-1].outputs
    assert told.text == "they agree\n"
