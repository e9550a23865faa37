// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of {fmt} that an archive of the library calls. Inside the module, they need neither its shared library
// nor the newer libstdc++ that this one needs. The instantiations are those of {fmt}'s own src/format.cc.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template auto dragonbox::to_decimal(float x) -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double x) -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;

}  // namespace detail
FMT_END_NAMESPACE
