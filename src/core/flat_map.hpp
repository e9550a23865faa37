// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FlatMap: a hash table in one piece of memory, for the thousands of small entries that are made and looked up while a
// kernel is written; std::unordered_map allocates each of them, which takes most of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace papilio {

/// Spreads a number over the upper bits, which FlatMap uses.
constexpr std::uint64_t spread(std::uint64_t number) { return number * 0x9e3779b97f4a7c15U; }

struct SpreadHash {
  template <typename T>
  std::uint64_t operator()(const T& key) const {
    return spread(std::hash<T>()(key));
  }
};

/// The key `free` marks a free place: what is stored under it is never found. Entries are never erased one by one; an
/// insertion moves them, so that references last until the next one. Hash returns 64 bits, of which the upper ones are
/// well spread.
template <typename Key, typename T, Key free = Key{}, typename Hash = SpreadHash>
class FlatMap {
 public:
  /// Null: there is none.
  [[nodiscard]] T* find(const Key& key) { return const_cast<T*>(std::as_const(*this).find(key)); }
  [[nodiscard]] const T* find(const Key& key) const {
    if (places_.empty()) return nullptr;
    const Place& place = places_[place_of(key)];
    return place.key == free ? nullptr : &place.value;
  }

  /// The entry, made with this value if there was none, and whether it was made.
  std::pair<T&, bool> try_emplace(const Key& key, T value = {}) {
    if (2 * (count_ + 1) > places_.size()) grow();
    Place& place = places_[place_of(key)];
    const bool is_new = place.key == free;
    if (is_new) {
      place.key = key;
      place.value = std::move(value);
      if (!(key == free)) ++count_;
    }
    return {place.value, is_new};
  }
  T& operator[](const Key& key) { return try_emplace(key).first; }

  void clear() {
    if (count_ > 0) places_.assign(places_.size(), Place());
    count_ = 0;
  }

 private:
  struct Place {
    Key key = free;
    T value{};
  };

  /// Where the key is, or the free place where it would be.
  [[nodiscard]] std::size_t place_of(const Key& key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t index = Hash()(key) >> shift_;
    while (!(places_[index].key == key) && !(places_[index].key == free)) index = (index + 1) & mask;
    return index;
  }

  void grow() {
    constexpr std::size_t least = 16;
    std::vector<Place> old(places_.empty() ? least : 2 * places_.size());
    old.swap(places_);
    for (shift_ = 64; std::size_t{1} << (64 - shift_) < places_.size();) --shift_;
    for (Place& place : old) {
      if (!(place.key == free)) places_[place_of(place.key)] = std::move(place);
    }
  }

  std::vector<Place> places_;  ///< a power of two, at most half of them taken
  std::size_t count_ = 0;
  int shift_ = 64;  ///< of the hash, to an index
};

}  // namespace papilio
