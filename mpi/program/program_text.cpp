// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "program_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace papilio::mpi {
namespace {

std::string_view name_of(WorkArray place) {
  constexpr std::array<std::string_view, 7> names = {"input", "output", "work0", "work1", "work2", "sent", "received"};
  return names[static_cast<std::size_t>(place)];
}

std::string owner_text(int owner) { return owner == local_memory ? "" : fmt::format(" owner={}", owner); }

std::string layout_text(const Layout& layout) {
  return fmt::format("{}+[{}]", layout.offset, fmt::join(layout.strides, ","));
}

std::string twiddles_text(const char* name, const std::optional<TwiddleTable>& twiddles) {
  if (!twiddles) return "";
  return fmt::format("\n  {} points={} inverse={} rows={} columns={}+{} batch={}", name, twiddles->points,
                     twiddles->direction == Direction::inverse, twiddles->rows, twiddles->first_column,
                     twiddles->columns, twiddles->batch);
}

std::string conjugation_text(const char* name, const std::optional<Conjugation>& conjugation) {
  if (!conjugation) return "";
  const ColumnBlock& strip = conjugation->strip;
  return fmt::format("\n  {} conjugate last={} rows={} columns={}+{} width={} batch={}", name, conjugation->last,
                     strip.rows, strip.first_column, strip.columns, strip.width, strip.batch);
}

std::string text_of(const Pass& pass) {
  std::string text = fmt::format("pass {} {} -> {}{}", pass.position, name_of(pass.source), name_of(pass.target),
                                 pass.in_portions ? " chunked" : "");
  for (const PassPart& part : pass.parts) {
    text += fmt::format("\n  {} factor={:a} chunks={}->{}{}{}", part.problem.token(), part.problem.factor,
                        part.source_chunk, part.target_chunk, owner_text(part.owner),
                        part.kept ? fmt::format(" kept={}", name_of(*part.kept)) : "");
  }
  return text + twiddles_text("twiddles", pass.twiddles) + conjugation_text("read", pass.read) +
         conjugation_text("written", pass.written);
}

std::string text_of(const Copy& copy) {
  std::string text =
      fmt::format("copy {} -> {} element={}", name_of(copy.source), name_of(copy.target), copy.element_bytes);
  for (const BoxCopy& box : copy.boxes) {
    text += fmt::format("\n  [{}] {} -> {}{}", fmt::join(box.extents, ","), layout_text(box.from), layout_text(box.to),
                        owner_text(box.owner));
  }
  return text;
}

std::string messages_text(const char* name, const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) {
    text += fmt::format("\n  {} peer={} bytes={}+{} chunk={}", name, message.peer, message.offset, message.bytes,
                        message.chunk);
  }
  return text;
}

std::string text_of(const ExchangeStep& exchange) {
  return fmt::format("exchange {} -> {} chunks={}{}", name_of(exchange.source), name_of(exchange.target),
                     exchange.chunks, exchange.kept ? " kept" : "") +
         messages_text("send", exchange.sends) + messages_text("receive", exchange.receives);
}

std::string text_of(const RankBarrier& /*barrier*/) { return "barrier"; }

}  // namespace

std::string text_of(const Program& program) {
  std::string text =
      fmt::format("program work={},{},{} sent={} received={} copied={}\n", program.work.bytes(WorkArray::work0),
                  program.work.bytes(WorkArray::work1), program.work.bytes(WorkArray::work2), program.sent_bytes,
                  program.received_bytes, program.copied_bytes);
  for (const Step& step : program.steps) {
    text += std::visit([](const auto& kind) { return text_of(kind); }, step) + "\n";
  }
  return text;
}

}  // namespace papilio::mpi
