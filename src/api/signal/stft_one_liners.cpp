// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/stft.hpp>

#include "api/signal/recent.hpp"

namespace papilio {
namespace {

/// As Recent keeps it.
template <class T>
struct KeptStft {
  KeptStft() = default;
  KeptStft(const Device& on, const StftOptions& options) : key(options), where(on), stft(on, options) {}
  [[nodiscard]] const StftOptions& problem() const { return key; }
  [[nodiscard]] const Device& device() const { return where; }
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(stft); }

  StftOptions key;
  Device where;
  Stft<T> stft;
};

template <class T, class Use>
void with_recent(const StftOptions& options, Use use) {
  api::Recent<KeptStft<T>, StftOptions>::of_process().use(options, [&](const KeptStft<T>& kept) { use(kept.stft); });
}

template <class T>
std::vector<typename Stft<T>::Bin> forward(std::span<const T> signal, const StftOptions& options) {
  std::vector<typename Stft<T>::Bin> spectra;
  with_recent<T>(options, [&](const Stft<T>& stft) { spectra = stft.forward(signal); });
  return spectra;
}

}  // namespace

std::vector<std::complex<float>> stft(std::span<const float> signal, const StftOptions& options) {
  return forward(signal, options);
}
std::vector<std::complex<double>> stft(std::span<const double> signal, const StftOptions& options) {
  return forward(signal, options);
}
std::vector<std::complex<float>> stft(std::span<const std::complex<float>> signal, const StftOptions& options) {
  return forward(signal, options);
}
std::vector<std::complex<double>> stft(std::span<const std::complex<double>> signal, const StftOptions& options) {
  return forward(signal, options);
}

template <class T>
std::vector<T> istft(std::span<const typename Stft<T>::Bin> spectra, std::int64_t samples, const StftOptions& options) {
  std::vector<T> signal;
  with_recent<T>(options, [&](const Stft<T>& stft) { signal = stft.inverse(spectra, samples); });
  return signal;
}

template std::vector<float> istft<float>(std::span<const std::complex<float>>, std::int64_t, const StftOptions&);
template std::vector<double> istft<double>(std::span<const std::complex<double>>, std::int64_t, const StftOptions&);
template std::vector<std::complex<float>> istft<std::complex<float>>(std::span<const std::complex<float>>, std::int64_t,
                                                                     const StftOptions&);
template std::vector<std::complex<double>> istft<std::complex<double>>(std::span<const std::complex<double>>,
                                                                       std::int64_t, const StftOptions&);

}  // namespace papilio
