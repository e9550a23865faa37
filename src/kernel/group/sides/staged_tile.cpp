// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group/sides/staged_tile.hpp"

#include "spec/pairing.hpp"

namespace papilio::kernel {

// Elements that are not conjugate pairs go to the DFT one by one, whatever their form in memory.

Complex StagedTile::load_one(const AddressMap& map, Value e) {
  if (stages_half(spec_)) return elements_.load_half(map, e);
  if (!pairs_conjugates(spec_)) return elements_.load(map, e);
  if (stages_numbers(spec_)) return elements_.load_pair(map, e);
  return spec_.in.form == Form::half ? elements_.load_half(map, e) : elements_.load(map, e);
}

void StagedTile::store_one(const AddressMap& map, Value e, Complex value) {
  if (!pairs_conjugates(spec_)) {
    spec_.out.form == Form::half ? elements_.store_half(map, e, value) : elements_.store(map, e, value);
  } else if (stages_numbers(spec_)) {
    elements_.store_pair(map, e, value);
  } else {
    post_processes(spec_) ? elements_.store_half(map, e, value) : elements_.store(map, e, value);
  }
}

std::vector<std::vector<Complex>> StagedTile::load_all(Value first, const std::vector<Flat>& flats, Reading reading) {
  std::vector<std::vector<Complex>> values;
  if (reading == Reading::one_run) {
    const AddressMap run = elements_.input_transform(context_.input_base(b_, first));
    const std::int64_t last = staged_inputs(spec_) * spec_.shape.tile - 1;
    for (const Flat& flat : flats) {  // work-items without an element read the last one
      const Value index = flat.active == nullptr ? flat.index : min(flat.index, last);
      values.push_back({load_one(run, index)});
    }
    return values;
  }
  for (const Flat& flat : flats) {
    const Value transform = first + flat.offset;
    const AddressMap map = elements_.filtered(elements_.input_transform(context_.input_base(b_, transform)), transform);
    values.push_back({load_one(map, flat.e)});
  }
  return values;
}

std::vector<std::vector<Complex>> StagedTile::load(Value first, const std::vector<ExchangeSlots>& from) {
  const std::vector<Flat> flats = flat_elements(parts_, first, staged_inputs(spec_));
  const Handed handed = spec_.in.form == Form::real ? Handed::real : Handed::complex;
  const auto parcel_of = [&](Reading reading) {
    const std::vector<std::vector<Complex>> values = load_all(first, flats, reading);
    ExchangeWrites parcel;
    for (std::size_t i = 0; i < flats.size(); ++i) parcel.add({flats[i].active, {flats[i].at}}, values[i]);
    return parcel;
  };
  const Value one_run = is_one_input_run(spec_, context_, first);
  if (!one_run) return exchange_.hand_on(parcel_of(Reading::transforms), from, handed);
  const auto put_all = [&](Reading reading) {
    const ExchangeWrites parcel = parcel_of(reading);
    for (std::size_t i = 0; i < parcel.to.size(); ++i) exchange_.put(parcel.to[i], parcel.values[i], handed);
  };
  const auto put_either = [&] {
    b_.branch(
        one_run, [&] { put_all(Reading::one_run); }, [&] { put_all(Reading::transforms); });
  };
  return exchange_.hand_on(put_either, from, handed);
}

void StagedTile::store(Value first, const ExchangeWrites& results) {
  const std::vector<Flat> flats = flat_elements(parts_, first, staged_results(spec_));
  std::vector<ExchangeSlots> from;
  for (const Flat& flat : flats) from.push_back({flat.active, {flat.at}});
  const Handed handed = spec_.out.form == Form::real ? Handed::real : Handed::complex;
  const std::vector<std::vector<Complex>> received = exchange_.hand_on(results, from, handed);
  if (const Value one_run = is_one_output_run(spec_, context_, first)) {
    b_.branch(
        one_run, [&] { store_run(first, flats, received); }, [&] { store_transforms(first, flats, received); });
  } else {
    store_transforms(first, flats, received);
  }
}

void StagedTile::store_run(Value first, const std::vector<Flat>& flats,
                           const std::vector<std::vector<Complex>>& values) {
  const AddressMap map = elements_.output_transform(context_.output_base(b_, first));
  for (std::size_t i = 0; i < flats.size(); ++i) {
    b_.when(flats[i].active, [&] { store_one(map, flats[i].index, values[i][0]); });
  }
}

void StagedTile::store_transforms(Value first, const std::vector<Flat>& flats,
                                  const std::vector<std::vector<Complex>>& values) {
  AddressMap map;
  for (std::size_t i = 0; i < flats.size(); ++i) {
    const Flat& flat = flats[i];
    if (i == 0 || !same(flat.offset, flats[i - 1].offset)) {
      map = elements_.output_transform(context_.output_base(b_, first + flat.offset));
    }
    b_.when(flat.active, [&] { b_.when(flat.valid, [&] { store_one(map, flat.e, values[i][0]); }); });
  }
}

}  // namespace papilio::kernel
