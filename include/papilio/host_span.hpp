// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// HostSpan and ConstHostSpan: host memory whose element type is a value, so that one function takes all types. They are
// made from a std::span, std::vector, std::array or C array of float, double, std::complex<float>,
// std::complex<double> or std::byte. Like std::span they own nothing.
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <papilio/cxx20.hpp>
#include <ranges>
#include <type_traits>

namespace papilio {

/// The type of a span's elements. Bytes stand for numbers of any type.
enum class HostType { bytes, f32, f64, complex_f32, complex_f64 };

template <typename T>
concept HostElement = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>> || std::same_as<T, std::byte>;

template <HostElement T>
inline constexpr HostType host_type_of = std::same_as<T, float>                  ? HostType::f32
                                         : std::same_as<T, double>               ? HostType::f64
                                         : std::same_as<T, std::complex<float>>  ? HostType::complex_f32
                                         : std::same_as<T, std::complex<double>> ? HostType::complex_f64
                                                                                 : HostType::bytes;

/// A std::vector<float>, a std::span<const std::byte> ...
template <typename Range>
concept HostRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    HostElement<std::remove_cv_t<std::ranges::range_value_t<Range>>>;

/// A range whose elements may be written, and which is not a temporary container.
template <typename Range>
concept WritableHostRange = HostRange<Range> && std::ranges::borrowed_range<Range> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

/// Host memory that may be written: of a vector, an array, a span or any other contiguous range of a HostElement.
class HostSpan {
 public:
  HostSpan() = default;
  template <WritableHostRange Range>
  HostSpan(Range&& range)  // NOLINT(google-explicit-constructor, bugprone-forwarding-reference-overload)
      : data_(std::ranges::data(range)),
        elements_(std::ranges::size(range)),
        element_bytes_(sizeof(std::ranges::range_value_t<Range>)),
        type_(host_type_of<std::remove_cv_t<std::ranges::range_value_t<Range>>>) {}

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t elements() const { return elements_; }
  [[nodiscard]] std::size_t size_bytes() const { return elements_ * element_bytes_; }
  [[nodiscard]] HostType type() const { return type_; }
  [[nodiscard]] bool empty() const { return elements_ == 0; }

 private:
  void* data_ = nullptr;
  std::size_t elements_ = 0;
  std::size_t element_bytes_ = 1;
  HostType type_ = HostType::bytes;
};

/// Memory that is only read.
class ConstHostSpan {
 public:
  ConstHostSpan() = default;
  ConstHostSpan(const HostSpan& span)  // NOLINT(google-explicit-constructor)
      : data_(span.data()), elements_(span.elements()), bytes_(span.size_bytes()), type_(span.type()) {}
  template <HostRange Range>
  ConstHostSpan(const Range& range)  // NOLINT(google-explicit-constructor)
      : data_(std::ranges::data(range)),
        elements_(std::ranges::size(range)),
        bytes_(elements_ * sizeof(std::ranges::range_value_t<Range>)),
        type_(host_type_of<std::remove_cv_t<std::ranges::range_value_t<Range>>>) {}

  [[nodiscard]] const void* data() const { return data_; }
  [[nodiscard]] std::size_t elements() const { return elements_; }
  [[nodiscard]] std::size_t size_bytes() const { return bytes_; }
  [[nodiscard]] HostType type() const { return type_; }
  [[nodiscard]] bool empty() const { return elements_ == 0; }

 private:
  const void* data_ = nullptr;
  std::size_t elements_ = 0;
  std::size_t bytes_ = 0;
  HostType type_ = HostType::bytes;
};

}  // namespace papilio
