// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel and its statements. Values are in ptx_values.cpp, memory in ptx_memory.cpp.
#include "emit/ptx/ptx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::ScalarKind;

/// The oldest PTX version that supports an architecture, so that old drivers accept the text. Newer devices run PTX for
/// the newest architecture in this list.
struct Version {
  int architecture;
  std::string_view ptx;
};
constexpr Version versions[] = {{90, "7.8"}, {80, "7.0"}, {75, "6.3"}, {70, "6.0"},
                                {60, "5.0"}, {53, "4.2"}, {50, "4.0"}};

}  // namespace

std::string Ptx::head() const {
  for (const Version& version : versions) {
    if (architecture_ < version.architecture) continue;
    return fmt::format(".version {}\n.target sm_{}\n.address_size 64\n", version.ptx, version.architecture);
  }
  throw Error::unsupported(fmt::format("PTX for compute capability {}.{}", architecture_ / 10, architecture_ % 10),
                           "Papilio writes it for 5.0 and newer");
}

std::string Ptx::render() {
  if (!module_.callbacks.empty())
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "callbacks are no PTX");
  const bool counts =
      std::ranges::any_of(module_.buffers, [](const ir::Buffer* buffer) { return buffer->role == ir::Role::counters; });
  if (counts && architecture_ < 70)
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "fused launches are for 7.0 and newer");
  if (module_.cluster > 1 && architecture_ < 90)
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "clusters are for 9.0 and newer");
  parameters();
  block(module_.body);
  flush_stores();
  line("ret;");
  std::vector<std::string> parameters;
  for (const ir::Buffer* buffer : module_.buffers) parameters.push_back("  .param .u64 " + buffer->name);
  for (const ir::Scalar scalar : module_.scalars)
    parameters.push_back(fmt::format("  .param .u64 {}", to_string(scalar)));
  const bool dynamic = module_.shared_bytes() > ir::static_local_limit;
  return fmt::format(
      "{}{}.visible .entry {}(\n{}\n)\n.maxntid {}\n{}{}{{\n{}{}}}\n", head(),
      dynamic ? ".extern .shared .align 128 .b8 papilio_shared[];\n" : "", module_.name, fmt::join(parameters, ",\n"),
      module_.threads,
      // A minimum of 1 differs from none (cuda.cpp).
      module_.resident > 0 ? fmt::format(".minnctapersm {}\n", module_.resident) : "",
      module_.cluster > 1 ? fmt::format(".explicitcluster\n.reqnctapercluster {}, 1, 1\n", module_.cluster) : "",
      declarations(), scopes_.front().text);
}

std::string Ptx::declarations() const {
  std::string text;
  for (const auto& [letters, count] : registers_) {
    const std::string_view type = letters == "p"    ? "pred"
                                  : letters == "h"  ? "b16"
                                  : letters == "r"  ? "b32"
                                  : letters == "rd" ? "b64"
                                  : letters == "f"  ? "f32"
                                                    : "f64";
    text += fmt::format("  .reg .{} %{}<{}>;\n", type, letters, count);
  }
  if (module_.shared_bytes() > ir::static_local_limit) return text;
  for (const ir::Buffer* array : module_.shared) {
    text +=
        fmt::format("  .shared .align 16 .b8 {}[{}];\n", array->name, array->elements * ir::size_of(array->element));
  }
  return text;
}

void Ptx::parameters() {
  const auto parameter = [this](const std::string& name) {
    std::string value = new_register(ScalarKind::i64);
    line(fmt::format("ld.param.u64 {}, [{}];", value, name));
    return value;
  };
  for (const ir::Buffer* buffer : module_.buffers) {
    names_[buffer->name] = compute(ScalarKind::i64, "cvta.to.global.u64", {parameter(buffer->name)});
  }
  for (const ir::Scalar scalar : module_.scalars)
    names_[std::string(to_string(scalar))] = parameter(std::string(to_string(scalar)));
  shared_arrays();
  names_["thread_id"] = compute(ScalarKind::i32, "mov.u32", {"%tid.x"});
  names_["group_id"] = compute(ScalarKind::i32, "mov.u32", {"%ctaid.x"});
  // Launches may overlap with the end of the previous kernel (src/backend/cuda/program.cpp), so no memory may be
  // accessed before that kernel has finished.
  if (architecture_ >= 90) line("griddepcontrol.wait;");
  const bool streams = std::ranges::any_of(module_.buffers, [](const ir::Buffer* buffer) { return buffer->once; });
  if (!streams || architecture_ < 90) return;
  stream_policy_ = new_register(ScalarKind::i64);
  line(fmt::format("createpolicy.fractional.L2::evict_first.b64 {}, 1.0;", stream_policy_));
}

void Ptx::shared_arrays() {
  if (module_.shared_bytes() <= ir::static_local_limit) {
    for (const ir::Buffer* array : module_.shared) {
      names_[array->name] = compute(ScalarKind::i32, "mov.u32", {array->name});
    }
    return;
  }
  const std::string base = compute(ScalarKind::i32, "mov.u32", {"papilio_shared"});
  const std::vector<std::int64_t> offsets = ir::shared_offsets(module_);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    names_[module_.shared[i]->name] =
        offsets[i] == 0 ? base : compute(ScalarKind::i32, "add.s32", {base, std::to_string(offsets[i])});
  }
}

void Ptx::TextScope::line(std::string_view instruction) {
  text += "  ";
  text += instruction;
  text += '\n';
}

void Ptx::block(const ir::Block& statements) {
  for (const ir::Let* let : placement_.at_entry_of(statements)) waiting_.emplace(let->variable->id, let);
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (const ir::Let* let = load_from_shared(statements[i]); let != nullptr) {
      if (!variables_.contains(let->variable->id)) load_together(statements, i);
      continue;
    }
    std::visit([this](const auto& node) { statement(node); }, statements[i].node);
    if (stores_to_shared(statements[i]) && !pending_.empty() && !has_neighbours(statements, i)) flush_stores();
  }
}

std::string Ptx::nested(const ir::Block& statements, bool loop) {
  // Computes all pending values in the outer scope, because the block may use them.
  while (!waiting_.empty()) define(*waiting_.begin()->second);
  flush_stores();
  scopes_.push_back({loop, {}, {}});
  block(statements);
  flush_stores();
  for (const std::string& key : scopes_.back().known) known_.erase(key);
  std::string text = std::move(scopes_.back().text);
  scopes_.pop_back();
  return text;
}

/// Loads are issued immediately. Arithmetic waits until its result is needed, so that it comes after all loads that may
/// precede it.
void Ptx::statement(const ir::Let& let) {
  if (let.value->op == ir::Op::load) {
    variables_[let.variable->id] = load(let.value);
  } else if (placement_.stays(let)) {
    waiting_.emplace(let.variable->id, &let);
  }
}

void Ptx::define(const ir::Let& let) {
  waiting_.erase(let.variable->id);
  variables_[let.variable->id] = lanes_of(let.value);
  alignments_[let.variable->id] = alignment_of(let.value);
}

void Ptx::statement(const ir::Store& node) { store(node, lanes_of(node.value)); }

void Ptx::statement(const ir::For& loop) {
  const ScalarKind kind = loop.variable->type.kind;
  const std::string_view type = kind == ScalarKind::i32 ? "s32" : "s64";
  const std::string end = lane_of(loop.end, 0);
  const std::string begin = lane_of(loop.begin, 0);
  const std::string counter = new_register(kind);
  const std::string again = new_register(ScalarKind::boolean);
  const std::string body = new_label();
  const std::string after = new_label();
  depths_[counter] = scopes_.size();
  variables_[loop.variable->id] = {counter};
  const std::string text = nested(*loop.body, true);
  line(fmt::format("mov.{} {}, {};", type, counter, begin));
  line(fmt::format("setp.ge.{} {}, {}, {};", type, again, counter, end));
  line(fmt::format("@{} bra {};", again, after));
  raw(body + ":\n");
  if (loop.unroll == ir::Unroll::none) line(".pragma \"nounroll\";");
  raw(text);
  line(fmt::format("add.{} {}, {}, {};", type, counter, counter, loop.step));
  line(fmt::format("setp.lt.{} {}, {}, {};", type, again, counter, end));
  line(fmt::format("@{} bra {};", again, body));
  raw(after + ":\n");
}

void Ptx::statement(const ir::If& branch) {
  const std::string condition = lane_of(branch.condition, 0);
  const std::string otherwise = new_label();
  const std::string yes = nested(*branch.then_block, false);
  line(fmt::format("@!{} bra {};", condition, otherwise));
  raw(yes);
  if (branch.else_block == nullptr) return raw(otherwise + ":\n");
  const std::string no = nested(*branch.else_block, false);
  const std::string after = new_label();
  line(fmt::format("bra {};", after));
  raw(otherwise + ":\n");
  raw(no);
  raw(after + ":\n");
}

void Ptx::statement(const ir::Prefetch& hint) {
  line(fmt::format("prefetch.global.L2 {};", address_of(*hint.buffer, hint.index).text(0)));
}

void Ptx::statement(const ir::Barrier& barrier) {
  // The cluster barriers release and acquire by default; saying so explicitly requires PTX 8.0.
  constexpr std::string_view barriers[] = {"bar.sync 0;", "barrier.cluster.arrive.aligned;",
                                           "barrier.cluster.wait.aligned;"};
  flush_stores();
  line(barriers[static_cast<int>(barrier.scope)]);
}

/// The barrier and the release together make everything that the work-group stored before visible to whoever acquires.
void Ptx::statement(const ir::Signal& signal) {
  const std::string address = address_of(*signal.buffer, signal.index).text(0);
  flush_stores();
  line("bar.sync 0;");
  const std::string one = new_register(ScalarKind::boolean);
  line(fmt::format("setp.eq.s32 {}, {}, 0;", one, names_.at("thread_id")));
  line(fmt::format("@{} red.release.gpu.global.add.s32 {}, 1;", one, address));
}

void Ptx::statement(const ir::Await& await) {
  const std::string address = address_of(*await.buffer, await.index).text(0);
  flush_stores();
  const std::string others = new_register(ScalarKind::boolean);
  const std::string again = new_register(ScalarKind::boolean);
  const std::string seen = new_register(ScalarKind::i32);
  const std::string wait = new_label();
  const std::string go = new_label();
  line(fmt::format("setp.ne.s32 {}, {}, 0;", others, names_.at("thread_id")));
  line(fmt::format("@{} bra {};", others, go));
  raw(wait + ":\n");
  line(fmt::format("ld.acquire.gpu.global.b32 {}, {};", seen, address));
  line(fmt::format("setp.lt.s32 {}, {}, {};", again, seen, await.count));
  line(fmt::format("@{} bra {};", again, wait));
  raw(go + ":\n");
  line("bar.sync 0;");
}

void Ptx::statement(const ir::Comment& comment) { line("// " + comment.text); }

}  // namespace papilio::emit
