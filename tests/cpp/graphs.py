# SPDX-License-Identifier: Apache-2.0
"""One application twice: its actors in C++, and the same in C."""

from __future__ import annotations

from pathlib import Path

GRAPH = """\
graph app(taps = 5, n = 6) {{
    include "{header}";
    source "{source}";
    type pair = {pair};
    actor give {{ state c : uint32; fire {give}(c, out); out out : pair[2 * n]; }}
    actor fir {{ state f : {fir_type}; {life} fire {fir}; in in : pair[n]; out out : pair[n]; }}
    actor low = scaled(by = 3);
    actor high = scaled(by = 7);
    actor mix {{ fire {mix}({mix_sizes}a, b, out); in a : float[3]; in b : float[2, 4]; out out : double[1, 2]; }}
    actor show {{ fire {show}(in); end {finish}(); io; in in : double[3]; }}
    give.out -> fir.in;
    fir.out -> {{ low.in, high.in }};
    low.out -> mix.a delay 4 = init {fill}(4, tokens);
    high.out -> mix.b;
    mix.out -> show.in;
}}
actor scaled(by, n = 6) {{ fire {scale}({scale_sizes}in, out); in in : {pair}[n]; out out : float[n]; }}
"""
CPP = {
    "header": "dsp.hpp",
    "source": "dsp.cpp",
    "pair": "dsp::Pair<float>",
    "give": "dsp::give",
    "fir_type": "dsp::Fir<dsp::Pair<float>>(taps)",
    "life": "",
    "fir": "dsp::run<dsp::Pair<float>, n>(f, in, out)",
    "scale": "dsp::scale<by>",
    "scale_sizes": "",
    "mix": "dsp::mix",
    "mix_sizes": "",
    "show": "dsp::show",
    "finish": "dsp::finish",
    "fill": "dsp::fill",
}
HPP = """\
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>
namespace dsp {
template <class T> struct Pair {
    T a{}, b{};
    Pair operator+(Pair other) const { return {a + other.a, b + other.b}; }
    Pair operator*(float by) const { return {a * by, b * by}; }
};
template <class T> class Fir {
public:
    explicit Fir(int taps) : past_(taps), count_(std::make_unique<long>(0)) {}
    ~Fir();
    T step(T x)
    {
        past_.insert(past_.begin(), x);
        past_.pop_back();
        ++*count_;
        T sum{};
        for (std::size_t k = 0; k < past_.size(); k++)
            sum = sum + past_[k] * (1.0f / static_cast<float>(k + 1));
        return sum;
    }

private:
    std::vector<T> past_;
    std::unique_ptr<long> count_;
};
template <class T, int n> void run(Fir<T> &fir, const T *in, std::span<T> out)
{
    for (int i = 0; i < n; i++)
        out[i] = fir.step(in[i]);
}
template <int by> void scale(std::span<const Pair<float>> in, float *out)
{
    for (auto each : in)
        *out++ = each.a * by + each.b;
}
void give(std::uint32_t *next, std::span<Pair<float>> out);
void mix(std::span<const float> a, std::span<const float> b, std::span<double> out);
void mix(std::span<const int> a, std::span<const int> b, std::span<double> out);
void show(const double *in);
void finish();
void fill(int count, float *tokens);
} // namespace dsp
"""
CPP_SOURCE = """\
#include "dsp.hpp"
#include <cstdio>
#include <stdexcept>
#include <string>
#include <df/df.h>
namespace dsp {
void give(std::uint32_t *next, std::span<Pair<float>> out)
{
    for (auto &each : out) {
        each = {static_cast<float>(*next % 17), static_cast<float>(*next % 5)};
        ++*next;
    }
}
void mix(std::span<const float> a, std::span<const float> b, std::span<double> out)
{
    double sum = 0;
    for (float x : a)
        sum += x;
    for (float x : b)
        sum -= x;
    for (auto &each : out)
        each = sum + static_cast<double>(b.size());
}
template <class T> Fir<T>::~Fir()
{
    std::printf("fir ends after %ld\\n", *count_);
}
template class Fir<Pair<float>>;
static int seen;
struct Leaves {
    ~Leaves() { std::printf("left\\n"); }
};
void show(const double *in)
{
    for (int i = 0; i < 3; i++)
        std::printf("%a\\n", in[i]);
    const char *how = df_option("how");
    Leaves leaves;
    if (how == nullptr || ++seen < 2)
        std::printf("-\\n");
    else if (std::string(how) == "fail")
        df_fail("seen %d", seen);
    else if (std::string(how) == "throw")
        throw std::runtime_error("seen two");
    else if (std::string(how) == "stop")
        df_stop();
    else
        throw 2;
}
void finish() { std::printf("end\\n"); }
void fill(int count, float *tokens)
{
    for (int i = 0; i < count; i++)
        tokens[i] = static_cast<float>(i) / 2;
}
} // namespace dsp
"""
C = {
    "header": "dsp.h",
    "source": "dsp.c",
    "pair": "struct pair",
    "give": "give",
    "fir_type": "struct fir",
    "life": "init fir_open(taps, f); end fir_close(f);",
    "fir": "fir_run(n, f, in, out)",
    "scale": "scale",
    "scale_sizes": "by, n, ",
    "mix": "mix",
    "mix_sizes": "phase, ",
    "show": "show",
    "finish": "finish",
    "fill": "fill",
}
C_HEADER = """\
#include <stdint.h>
struct pair { float a, b; };
struct fir { int taps; long count; struct pair past[64]; };
void fir_open(int taps, struct fir *f);
void fir_run(int n, struct fir *f, const struct pair *in, struct pair *out);
void fir_close(struct fir *f);
void give(uint32_t *next, struct pair *out);
void scale(int by, int n, const struct pair *in, float *out);
void mix(int phase, const float *a, const float *b, double *out);
void show(const double *in);
void finish(void);
void fill(int count, float *tokens);
"""
C_SOURCE = """\
#include "dsp.h"
#include <stdio.h>
#include <string.h>
void fir_open(int taps, struct fir *f) { f->taps = taps; }
void fir_run(int n, struct fir *f, const struct pair *in, struct pair *out)
{
    for (int i = 0; i < n; i++) {
        memmove(f->past + 1, f->past, sizeof f->past[0] * (size_t)(f->taps - 1));
        f->past[0] = in[i];
        f->count++;
        struct pair sum = {0, 0};
        for (int k = 0; k < f->taps; k++) {
            sum.a = sum.a + f->past[k].a * (1.0f / (float)(k + 1));
            sum.b = sum.b + f->past[k].b * (1.0f / (float)(k + 1));
        }
        out[i] = sum;
    }
}
void fir_close(struct fir *f) { printf("fir ends after %ld\\n", f->count); }
void give(uint32_t *next, struct pair *out)
{
    for (int i = 0; i < 12; i++, ++*next)
        out[i] = (struct pair){(float)(*next % 17), (float)(*next % 5)};
}
void scale(int by, int n, const struct pair *in, float *out)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i].a * (float)by + in[i].b;
}
void mix(int phase, const float *a, const float *b, double *out)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i];
    for (int i = 0; i < 2 * (phase + 1); i++)
        sum -= b[i];
    for (int i = 0; i < phase + 1; i++)
        out[i] = sum + 2 * (phase + 1);
}
void show(const double *in)
{
    for (int i = 0; i < 3; i++)
        printf("%a\\n", in[i]);
    printf("-\\nleft\\n");
}
void finish(void) { printf("end\\n"); }
void fill(int count, float *tokens)
{
    for (int i = 0; i < count; i++)
        tokens[i] = (float)i / 2;
}
"""


def write_cpp(folder: Path, changes: tuple[tuple[str, str, str], ...] = ()) -> Path:
    """The graph's file. `changes`: of a file, a text and what stands in its place."""
    files = {"app.sdf": GRAPH.format(**CPP), "dsp.hpp": HPP, "dsp.cpp": CPP_SOURCE}
    for name, old, new in changes:
        assert old in files[name], old
        files[name] = files[name].replace(old, new)
    return _write(folder, files)


def write_c(folder: Path) -> Path:
    return _write(folder, {"app.sdf": GRAPH.format(**C), "dsp.h": C_HEADER, "dsp.c": C_SOURCE})


def _write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder / "app.sdf"
