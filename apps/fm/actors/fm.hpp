/* SPDX-License-Identifier: Apache-2.0 */
/* Actors of the FM receiver in C++. */
#ifndef FM_HPP
#define FM_HPP

#include "fm.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>
#include <vector>

namespace fm
{

inline iq operator+(iq a, iq b)
{
    return {a.re + b.re, a.im + b.im};
}

inline iq operator*(float factor, iq a)
{
    return {factor * a.re, factor * a.im};
}

/* Turns samples so that a station that lies beside the middle comes to lie there. Its phase is a whole number, so that it
 * stays exact for ever. */
class Tuner
{
  public:
    explicit Tuner(int rate_hz) : rate_hz_(rate_hz)
    {
    }

    void turn(int frequency_hz, std::span<const std::uint8_t> raw, std::span<iq> out)
    {
        const auto step = static_cast<std::uint32_t>(-static_cast<std::int64_t>(frequency_hz) *
                                                     (std::int64_t{1} << 32) / rate_hz_);
        const Pointer turned = at(step);
        Pointer now = at(phase_);
        for (std::size_t i = 0; i < out.size(); i++) {
            const Pointer sample = {level(raw[2 * i]), level(raw[2 * i + 1])};
            const Pointer moved = sample * now;
            out[i] = {static_cast<float>(moved.re), static_cast<float>(moved.im)};
            now = now * turned;
        }
        phase_ += step * static_cast<std::uint32_t>(out.size());
    }

  private:
    struct Pointer {
        double re, im;
        Pointer operator*(Pointer other) const
        {
            return {re * other.re - im * other.im, re * other.im + im * other.re};
        }
    };

    static Pointer at(std::uint32_t phase)
    {
        const double angle = phase * (2 * std::numbers::pi / 4294967296.0);
        return {std::cos(angle), std::sin(angle)};
    }

    static double level(std::uint8_t value)
    {
        return (value - 127.5) / 127.5;
    }

    int rate_hz_;
    std::uint32_t phase_ = 0;
};

inline void tune(Tuner &tuner, int frequency_hz, std::span<const std::uint8_t> raw, std::span<iq> out)
{
    tuner.turn(frequency_hz, raw, out);
}

/* A low-pass that keeps every `down`-th sample: a sinc in a Kaiser window that stops 60 dB. */
template <class Sample, int down> class Decimator
{
  public:
    Decimator(int taps, int pass_hz, int stop_hz, int rate_hz) : weights_(taps), past_(taps)
    {
        if (taps % lanes != 0)
            throw std::invalid_argument("the taps of a filter are a multiple of " + std::to_string(lanes));
        double sum = 0;
        for (int k = 0; k < taps; k++)
            sum += weights_[k] = weight(k, taps, (pass_hz + stop_hz) / 2.0 / rate_hz);
        for (float &each : weights_)
            each = static_cast<float>(each / sum);
    }

    void run(std::span<const Sample> in, std::span<Sample> out)
    {
        const std::size_t taps = weights_.size();
        past_.insert(past_.end(), in.begin(), in.end());
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = product(past_.data() + down * (i + 1));
        past_.erase(past_.begin(), past_.end() - static_cast<std::ptrdiff_t>(taps));
    }

  private:
    static constexpr int lanes = 8;

    static double weight(int k, int taps, double cutoff)
    {
        const double offset = k - (taps - 1) / 2.0, share = 2 * offset / (taps - 1);
        const double angle = 2 * std::numbers::pi * cutoff * offset;
        const double sinc = std::abs(offset) < 1e-9 ? 1 : std::sin(angle) / angle;
        return sinc * bessel(5.65 * std::sqrt(std::max(0.0, 1 - share * share)));
    }

    /* The modified Bessel function of order zero, by its series. */
    static double bessel(double x)
    {
        double term = 1, sum = 1;
        for (int k = 1; term > 1e-17 * sum; k++)
            sum += term *= (x / 2 / k) * (x / 2 / k);
        return sum;
    }

    /* Sums in lanes, which compilers may put into vectors without changing their order. */
    Sample product(const Sample *oldest) const
    {
        std::array<Sample, lanes> sums{};
        for (std::size_t k = 0; k < weights_.size(); k += lanes)
            for (std::size_t lane = 0; lane < lanes; lane++)
                sums[lane] = sums[lane] + weights_[k + lane] * oldest[k + lane];
        for (std::size_t width = lanes / 2; width > 0; width /= 2)
            for (std::size_t lane = 0; lane < width; lane++)
                sums[lane] = sums[lane] + sums[lane + width];
        return sums[0];
    }

    std::vector<float> weights_;
    std::vector<Sample> past_;
};

template <class Sample, int down>
void decimate(Decimator<Sample, down> &filter, std::span<const Sample> in, std::span<Sample> out)
{
    filter.run(in, out);
}

} // namespace fm

#endif
