// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <papilio/error.hpp>

namespace papilio::test::ptx {
namespace {

constexpr std::size_t word_bytes = 4;

std::size_t bytes_of(const Access& access) {
  return static_cast<std::size_t>(access.instruction.width) * ptx::bytes_of(access.instruction.type);
}

/// The value as a register of at least 32 bits holds it.
std::uint64_t widened(Type type, std::uint64_t bits) {
  if (type == Type::s8) return static_cast<std::uint32_t>(static_cast<std::int8_t>(bits));
  if (type == Type::s16) return static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
  return bits;
}

void take_apart(const Access& access, const std::byte* bytes, std::uint64_t* numbers) {
  const auto size = static_cast<std::size_t>(ptx::bytes_of(access.instruction.type));
  for (std::size_t i = 0; i < static_cast<std::size_t>(access.instruction.width); ++i) {
    numbers[i] = 0;
    std::memcpy(&numbers[i], bytes + i * size, size);
    numbers[i] = widened(access.instruction.type, numbers[i]);
  }
}

void put_together(const Access& access, const std::uint64_t* numbers, std::byte* bytes) {
  const auto size = static_cast<std::size_t>(ptx::bytes_of(access.instruction.type));
  for (std::size_t i = 0; i < static_cast<std::size_t>(access.instruction.width); ++i)
    std::memcpy(bytes + i * size, &numbers[i], size);
}

}  // namespace

Memory::Memory(const Program& program, std::span<const PtxBuffer> buffers, std::int64_t dynamic_bytes, Faults& faults)
    : faults_(faults), threads_(program.threads), met_(static_cast<std::size_t>(program.cluster)) {
  for (const PtxBuffer& buffer : buffers) {
    const auto same = [&](const Global& other) { return other.memory.data == buffer.data; };
    if (const auto known = std::find_if(buffers_.begin(), buffers_.end(), same); known != buffers_.end()) {
      known->memory.bytes = std::max(known->memory.bytes, buffer.bytes);
      continue;
    }
    // Aligned no more than guaranteed, and too far apart for 32-bit offsets.
    buffers_.push_back({((buffers_.size() + 1) << 40U) + 16, buffer});
  }
  for (const SharedArray& array : program.shared) {
    arrays_.push_back({array, {}});
    if (array.bytes < 0) arrays_.back().place.bytes = dynamic_bytes;
    arrays_.back().words.resize(static_cast<std::size_t>(arrays_.back().place.bytes) / word_bytes * met_.size());
  }
}

std::uint64_t Memory::address_of(const PtxBuffer& buffer) const {
  return std::find_if(buffers_.begin(), buffers_.end(),
                      [&](const Global& each) { return each.memory.data == buffer.data; })
      ->address;
}

void Memory::begin_cluster(std::int64_t block) {
  block_ = block;
  cluster_barrier();
  first_epoch_ = epoch_;
}

void Memory::cluster_barrier() {
  cluster_epoch_ = ++epoch_;
  std::fill(met_.begin(), met_.end(), epoch_);
}

std::string Memory::name_of(int thread) const {
  return fmt::format("thread {} of block {}", thread % threads_, block_ + thread / threads_);
}

std::string Memory::where(const Access& access) const {
  return fmt::format("PTX line {}: {}", access.instruction.line, name_of(access.thread));
}

bool Memory::is_unordered(std::int64_t epoch, int other, int thread) const {
  if (other == thread) return false;
  const int block = thread / threads_;
  return epoch >= (other / threads_ == block ? met_[static_cast<std::size_t>(block)] : cluster_epoch_);
}

bool Memory::is_aligned(const Access& access) {
  if (access.address % bytes_of(access) == 0) return true;
  faults_.report(access.instruction.line, Fault::alignment, [&] {
    return fmt::format("{} meets {} bytes at {:#x}, which is no multiple of that", where(access), bytes_of(access),
                       access.address);
  });
  return false;
}

void Memory::out_of_bounds(const Access& access) {
  faults_.report(access.instruction.line, Fault::bounds, [&] {
    return fmt::format("{} meets {} bytes at {:#x}, out of bounds", where(access), bytes_of(access), access.address);
  });
}

void Memory::check_cache(const Access& access, const Global& buffer) {
  if (!buffer.is_written || !buffer.is_trusted) return;
  faults_.report(access.instruction.line, Fault::cache, [&] {
    return fmt::format("{} meets a buffer that is both written and read as what nobody writes", where(access));
  });
}

std::byte* Memory::global(const Access& access) {
  if (!is_aligned(access)) return nullptr;
  for (Global& buffer : buffers_) {
    const std::uint64_t first = access.address - buffer.address;
    const auto size = static_cast<std::uint64_t>(buffer.memory.bytes);
    if (access.address < buffer.address || first > size || size - first < bytes_of(access)) continue;
    buffer.is_written |= access.instruction.kind == Kind::store;
    buffer.is_trusted |= access.instruction.read_only;
    check_cache(access, buffer);
    return buffer.memory.data + first;
  }
  out_of_bounds(access);
  return nullptr;
}

Memory::Word* Memory::shared(const Access& access) {
  if (bytes_of(access) % word_bytes != 0)
    throw Error::internal("PTX machine", "shared memory is met in words of four bytes");
  if (!is_aligned(access)) return nullptr;
  auto address = static_cast<std::int64_t>(access.address);
  std::int64_t rank = access.thread / threads_;
  if (access.instruction.space == Space::cluster && address >> rank_shift != 0) {
    rank = (address >> rank_shift) - 1;
    address &= (std::int64_t{1} << rank_shift) - 1;
  }
  for (Array& array : arrays_) {
    const std::int64_t first = address - array.place.address;
    if (first < 0 || first + static_cast<std::int64_t>(bytes_of(access)) > array.place.bytes ||
        rank >= std::ssize(met_))
      continue;
    return &array.words[static_cast<std::size_t>(rank * array.place.bytes + first) / word_bytes];
  }
  out_of_bounds(access);
  return nullptr;
}

void Memory::load(const Access& access, std::uint64_t* numbers) {
  std::array<std::byte, 16> bytes{};
  if (access.instruction.space == Space::global) {
    if (const std::byte* from = global(access)) std::memcpy(bytes.data(), from, bytes_of(access));
  } else if (Word* word = shared(access)) {
    for (std::size_t at = 0; at < bytes_of(access); at += word_bytes, ++word) {
      read(access, *word);
      std::memcpy(&bytes[at], &word->value, word_bytes);
    }
  }
  take_apart(access, bytes.data(), numbers);
}

void Memory::store(const Access& access, const std::uint64_t* numbers) {
  std::array<std::byte, 16> bytes{};
  put_together(access, numbers, bytes.data());
  if (access.instruction.space == Space::global) {
    if (std::byte* to = global(access)) std::memcpy(to, bytes.data(), bytes_of(access));
  } else if (Word* word = shared(access)) {
    for (std::size_t at = 0; at < bytes_of(access); at += word_bytes, ++word) {
      std::uint32_t value = 0;
      std::memcpy(&value, &bytes[at], word_bytes);
      write(access, *word, value);
    }
  }
}

void Memory::read(const Access& access, Word& word) {
  if (word.written < first_epoch_) {
    faults_.report(access.instruction.line, Fault::undefined, [&] {
      return fmt::format("{} reads shared memory at {:#x} that nobody has written in this block", where(access),
                         access.address);
    });
  }
  if (is_unordered(word.written, word.writer, access.thread)) race(access, word.writer, "writes what it reads");
  if (word.read < met_[static_cast<std::size_t>(access.thread / threads_)]) {
    word.read = epoch_;
    word.reader = access.thread;
    word.other_reader = -1;
  } else if (word.reader != access.thread) {
    word.other_reader = access.thread;
  }
}

void Memory::write(const Access& access, Word& word, std::uint32_t value) {
  if (is_unordered(word.written, word.writer, access.thread)) race(access, word.writer, "writes it too");
  const int other = word.reader != access.thread ? word.reader : word.other_reader;
  if (other >= 0 && is_unordered(word.read, other, access.thread)) race(access, other, "reads what it writes");
  word.value = value;
  word.written = epoch_;
  word.writer = access.thread;
}

void Memory::race(const Access& access, int other, const char* what) {
  faults_.report(access.instruction.line, Fault::race, [&] {
    return fmt::format("{} is in a race for shared memory at {:#x}: between two barriers {} {}", where(access),
                       access.address, name_of(other), what);
  });
}

}  // namespace papilio::test::ptx
