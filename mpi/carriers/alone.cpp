// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "alone.hpp"

#include <algorithm>
#include <thread>

namespace papilio::mpi {
namespace {

std::size_t end_of(const std::vector<Message>& messages) {
  std::int64_t end = 0;
  for (const Message& message : messages) end = std::max(end, message.offset + message.bytes);
  return static_cast<std::size_t>(end);
}

}  // namespace

ExchangesAlone::ExchangesAlone(const Program& program, int rank) {
  const auto local = [&](const Message& message) { return message.peer == rank; };
  for (const Step& step : program.steps) {
    const auto* const exchange = std::get_if<ExchangeStep>(&step);
    if (exchange == nullptr) continue;
    ExchangeStep& others = exchanges_.emplace_back(*exchange);
    std::erase_if(others.sends, local);
    std::erase_if(others.receives, local);
    sent_extent_ = std::max(sent_extent_, end_of(others.sends));
    received_extent_ = std::max(received_extent_, end_of(others.receives));
  }
}

void ExchangesAlone::run(Transport& transport, const Stream& stream, const std::byte* from, std::byte* to) const {
  for (const ExchangeStep& exchange : exchanges_) {
    transport.expect(exchange.receives, to, stream);
    for (int chunk = 0; chunk < exchange.chunks; ++chunk) transport.send(of_chunk(exchange.sends, chunk), chunk, from);
    for (int chunk = 0; chunk < exchange.chunks; ++chunk) transport.wait(chunk);
    transport.finish();
  }
  while (!transport.finished(stream)) std::this_thread::yield();
}

}  // namespace papilio::mpi
