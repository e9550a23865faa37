// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/request.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <papilio/error.hpp>

namespace papilio::compat::cufft {
namespace {

struct TypeRow {
  int type;
  Kind kind;
  Precision precision;
};
constexpr TypeRow types[] = {
    {type_c2c, Kind::c2c, Precision::f32}, {type_r2c, Kind::r2c, Precision::f32}, {type_c2r, Kind::c2r, Precision::f32},
    {type_z2z, Kind::c2c, Precision::f64}, {type_d2z, Kind::r2c, Precision::f64}, {type_z2d, Kind::c2r, Precision::f64},
};

struct DataTypeRow {
  int real;
  int complex;
  Precision precision;
  Storage storage;
};
constexpr DataTypeRow data_types[] = {
    {real_f16, complex_f16, Precision::f32, Storage::f16},
    {real_bf16, complex_bf16, Precision::f32, Storage::bf16},
    {real_f32, complex_f32, Precision::f32, Storage::native},
    {real_f64, complex_f64, Precision::f64, Storage::native},
};

std::size_t real_bytes(const CufftRequest& request) {
  if (request.storage != Storage::native) return 2;
  return request.precision == Precision::f64 ? 8 : 4;
}

bool is_sound(const EmbedLayout& side, std::int64_t batch) {
  const auto positive = [](std::int64_t entry) { return entry > 0; };
  return side.stride > 0 && (side.distance > 0 || batch == 1) &&
         std::all_of(side.embed.begin() + 1, side.embed.end(), positive);
}

std::vector<std::int64_t> strides_of(const EmbedLayout& side) {
  std::vector<std::int64_t> strides(side.embed.size(), side.stride);
  for (std::size_t i = strides.size() - 1; i-- > 0;) {
    if (__builtin_mul_overflow(strides[i + 1], side.embed[i + 1], &strides[i])) {
      throw Error::invalid_argument("strides", "their product does not fit 64 bits");
    }
  }
  return strides;
}

std::int64_t product_of(const std::vector<std::int64_t>& lengths) {
  std::int64_t product = 1;
  for (const std::int64_t length : lengths) {
    if (__builtin_mul_overflow(product, length, &product) || product > std::int64_t{1} << 56) {
      throw Error::invalid_argument("lengths", "the bytes of an array do not fit 64 bits");
    }
  }
  return product;
}

/// True if the arrays of a side lie one after the other without gaps.
bool is_packed(const EmbedLayout& side, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  return side.stride == 1 && std::equal(lengths.begin() + 1, lengths.end(), side.embed.begin() + 1) &&
         (batch == 1 || side.distance == product_of(lengths));
}

}  // namespace

Result CufftRequest::set_type(int type) {
  const auto* row = std::find_if(std::begin(types), std::end(types), [&](const TypeRow& r) { return r.type == type; });
  if (row == std::end(types)) return invalid_type;
  kind = row->kind;
  precision = row->precision;
  return success;
}

Result CufftRequest::set_types(int input, int output, int execution) {
  const auto* row = std::find_if(std::begin(data_types), std::end(data_types),
                                 [&](const DataTypeRow& r) { return r.complex == execution; });
  if (row == std::end(data_types)) return invalid_type;
  precision = row->precision;
  storage = row->storage;
  if (input == row->complex && output == row->complex) {
    kind = Kind::c2c;
  } else if (input == row->real && output == row->complex) {
    kind = Kind::r2c;
  } else if (input == row->complex && output == row->real) {
    kind = Kind::c2r;
  } else {
    return invalid_type;
  }
  return success;
}

Result CufftRequest::check() const {
  const auto positive = [](std::int64_t length) { return length > 0; };
  if (!std::all_of(lengths.begin(), lengths.end(), positive) || batch < 1) return invalid_size;
  if (advanced && !(is_sound(in, batch) && is_sound(out, batch))) return invalid_value;
  return success;
}

Problem CufftRequest::problem(const PlanVariant& variant) const {
  Problem problem = packed_problem(variant.direction, variant.placement);
  problem.in_storage = storage;
  problem.out_storage = storage;
  problem.batch = batch;
  problem.in_offset = variant.in_shift;
  problem.out_offset = variant.out_shift;
  if (advanced) {
    problem.in_strides = strides_of(in);
    problem.out_strides = strides_of(out);
    if (batch > 1) {
      problem.in_distance = in.distance;
      problem.out_distance = out.distance;
    }
  }
  problem.validate();
  return problem.normalised();
}

std::vector<PlanVariant> CufftRequest::variants() const {
  std::vector<Direction> directions = {Direction::forward, Direction::inverse};
  if (kind == Kind::r2c) directions = {Direction::forward};
  if (kind == Kind::c2r) directions = {Direction::inverse};
  std::vector<PlanVariant> result;
  std::exception_ptr first;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    try {
      const PlanVariant variant{directions.front(), placement};
      static_cast<void>(problem(variant));
      for (const Direction direction : directions) result.push_back({direction, placement});
    } catch (const Error&) {
      if (!first) first = std::current_exception();
    }
  }
  if (result.empty()) std::rethrow_exception(first);
  return result;
}

bool CufftRequest::make_packed() {
  const std::vector<std::int64_t> halved = complex_lengths();
  if (advanced && !(is_packed(in, kind == Kind::c2r ? halved : lengths, batch) &&
                    is_packed(out, kind == Kind::r2c ? halved : lengths, batch))) {
    return false;
  }
  advanced = false;
  return true;
}

Problem CufftRequest::packed_problem(Direction direction, Placement placement) const {
  Problem problem;
  problem.kind = kind;
  problem.precision = precision;
  problem.lengths = lengths;
  problem.direction = direction;
  problem.placement = placement;
  return problem;
}

std::vector<std::int64_t> CufftRequest::complex_lengths() const {
  std::vector<std::int64_t> halved = lengths;
  if (kind != Kind::c2c) halved.back() = halved.back() / 2 + 1;
  return halved;
}

std::int64_t CufftRequest::array_bytes(PackedSide side) const {
  const auto bytes = static_cast<std::int64_t>(side == PackedSide::output ? out_bytes() : in_bytes());
  const bool real = side != PackedSide::in_place && kind == (side == PackedSide::input ? Kind::r2c : Kind::c2r);
  if (real) return product_of(lengths) * bytes;
  return product_of(complex_lengths()) * static_cast<std::int64_t>(2 * real_bytes(*this));
}

std::size_t CufftRequest::in_bytes() const { return kind == Kind::r2c ? real_bytes(*this) : 2 * real_bytes(*this); }
std::size_t CufftRequest::out_bytes() const { return kind == Kind::c2r ? real_bytes(*this) : 2 * real_bytes(*this); }

}  // namespace papilio::compat::cufft
