// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "requests.hpp"

namespace papilio::fftw3 {
namespace {

Transform with_kind_of(const TransformType& what) {
  Transform result;
  result.family = what.family;
  result.precision = what.precision;
  result.layout = what.layout;
  result.direction = what.sign == forward_sign ? Direction::forward : Direction::inverse;
  return result;
}

bool take_kinds(const TransformType& what, int rank, Transform& to) {
  if (what.family != Family::r2r) return true;
  if (what.kinds == nullptr && rank > 0) return false;
  for (int i = 0; i < rank; ++i) to.kinds.push_back(static_cast<R2r>(what.kinds[i]));
  return true;
}

std::optional<Transform> checked(Transform transform) {
  const bool half = transform.family == Family::r2c || transform.family == Family::c2r;
  if (half && transform.dims.empty()) transform.dims.push_back({1, 0, 0});  // copies, as FFTW does
  if (!sound(transform)) return std::nullopt;
  return transform;
}

/// False for loops that FFTW refuses. A loop of no steps makes the transform one of nothing.
template <typename AnyDim>
bool take_loops(int howmany_rank, const AnyDim* howmany, Transform& to) {
  to.nothing = howmany_rank == rank_of_nothing;
  if (to.nothing) return true;
  if (howmany_rank < 0 || howmany_rank > most_dimensions || (howmany_rank > 0 && howmany == nullptr)) return false;
  for (int i = 0; i < howmany_rank; ++i) {
    if (howmany[i].n < 0) return false;
    if (howmany[i].n == 0) to.nothing = true;
    to.howmany.push_back({howmany[i].n, howmany[i].is, howmany[i].os});
  }
  if (to.nothing) to.howmany.clear();
  return true;
}

template <typename AnyDim>
std::optional<Transform> from_guru(const TransformType& what, int rank, const AnyDim* dims, int howmany_rank,
                                   const AnyDim* howmany) {
  Transform result = with_kind_of(what);
  if (rank < 0 || rank > most_dimensions || (rank > 0 && dims == nullptr)) return std::nullopt;
  for (int i = 0; i < rank; ++i) result.dims.push_back({dims[i].n, dims[i].is, dims[i].os});
  if (!take_loops(howmany_rank, howmany, result)) return std::nullopt;
  if (!take_kinds(what, rank, result)) return std::nullopt;
  return checked(std::move(result));
}

/// The lengths of an array in memory, innermost last, of which only the first is never used.
std::vector<std::int64_t> embedding(const Transform& transform, const Many& many, const int* embed, TransformSide side,
                                    bool in_place) {
  std::vector<std::int64_t> result;
  for (int i = 0; i < many.rank; ++i) {
    if (embed != nullptr) {
      result.push_back(embed[i]);
      continue;
    }
    const std::int64_t n = transform.length(static_cast<std::size_t>(i), side);
    const bool half = transform.family == Family::r2c || transform.family == Family::c2r;
    const bool padded = half && in_place && transform.real(side) && i + 1 == many.rank;
    result.push_back(padded ? 2 * (n / 2 + 1) : n);
  }
  return result;
}

}  // namespace

std::optional<Transform> many_transform(const TransformType& what, const Many& many, bool in_place) {
  if (many.rank < 0 || many.rank > most_dimensions || many.howmany < 0) return std::nullopt;
  if (many.rank > 0 && many.n == nullptr) return std::nullopt;
  Transform result = with_kind_of(what);
  for (int i = 0; i < many.rank; ++i) result.dims.push_back({many.n[i], 0, 0});
  const auto in = embedding(result, many, many.inembed, TransformSide::in, in_place);
  const auto out = embedding(result, many, many.onembed, TransformSide::out, in_place);
  std::int64_t is = many.istride;
  std::int64_t os = many.ostride;
  for (std::size_t i = result.dims.size(); i-- > 0;) {
    result.dims[i].is = is;
    result.dims[i].os = os;
    const bool overflow = __builtin_mul_overflow(is, in[i], &is) || __builtin_mul_overflow(os, out[i], &os);
    if (overflow && i > 0) return std::nullopt;
  }
  if (many.howmany == 0) result.nothing = true;
  if (many.howmany > 1) result.howmany.push_back({many.howmany, many.idist, many.odist});
  if (!take_kinds(what, many.rank, result)) return std::nullopt;
  return checked(std::move(result));
}

std::optional<Transform> guru_transform(const TransformType& what, int rank, const Dim* dims, int howmany_rank,
                                        const Dim* howmany) {
  return from_guru(what, rank, dims, howmany_rank, howmany);
}

std::optional<Transform> guru_transform(const TransformType& what, int rank, const Dim32* dims, int howmany_rank,
                                        const Dim32* howmany) {
  return from_guru(what, rank, dims, howmany_rank, howmany);
}

}  // namespace papilio::fftw3
