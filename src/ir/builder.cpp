// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Parameters, leaves and statements. Arithmetic and its folding are in builder_arithmetic.cpp.
#include "ir/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <papilio/error.hpp>
#include <utility>

namespace papilio::ir {
namespace {

[[noreturn]] void reject(const std::string& why) { throw Error::internal("kernel builder", why); }

bool is_leaf(Op op) {
  return op == Op::int_constant || op == Op::float_constant || op == Op::variable || op == Op::scalar_param ||
         op == Op::thread_id || op == Op::group_id;
}

/// Names must be unique: the generated text refers to buffers by name.
const Buffer* add_buffer(Module& module, Buffer buffer) {
  const bool known = std::any_of(module.owned_buffers.begin(), module.owned_buffers.end(),
                                 [&](const Buffer& other) { return other.name == buffer.name; });
  if (known) reject(fmt::format("two buffers are called '{}'", buffer.name));
  module.owned_buffers.push_back(std::move(buffer));
  return &module.owned_buffers.back();
}

void require_access(const Buffer* buffer, std::optional<Access> forbidden, Expr index, std::int64_t alignment) {
  if (buffer == nullptr || index == nullptr) reject("access without a buffer or an index");
  if (buffer->access == forbidden) {
    reject(fmt::format("buffer '{}' is {}-only", buffer->name, forbidden == Access::write ? "write" : "read"));
  }
  if (!index->type.is_int() || index->type.lanes != 1 || alignment < 1) {
    reject(fmt::format("access to '{}' with an index of type {}x{} and alignment {}", buffer->name,
                       to_string(index->type.kind), index->type.lanes, alignment));
  }
}

/// Constructed in place: moving a whole Stmt makes GCC 12 warn about members that this statement does not have.
template <typename T>
void append(Block& block, T statement) {
  block.emplace_back().node.emplace<T>(std::move(statement));
}

std::string_view load_hint(const Buffer& buffer) {
  if (buffer.space == Space::shared) return "s";
  if (buffer.space == Space::registers) return "r";
  return buffer.role == Role::table ? "w" : "x";
}

bool is_scalar_int(Expr value) { return value != nullptr && value->type.is_int() && value->type.lanes == 1; }

}  // namespace

bool is_constant(Expr value, std::int64_t* out) {
  if (value == nullptr || value->op != Op::int_constant) return false;
  if (out != nullptr) *out = value->integer;
  return true;
}

Builder& Value::builder() const {
  if (builder_ == nullptr) reject("an operation on nothing");
  return *builder_;
}

Builder::Builder(std::string_view name, int threads, int resident, int cluster) : ranges_(threads), blocks_(1) {
  if (threads < 1 || cluster < 1)
    reject(fmt::format("'{}' has {} threads in each of {} groups", name, threads, cluster));
  module_.name = name;
  module_.threads = threads;
  module_.cluster = cluster;
  module_.resident = resident;
}

Builder::Builder(Module module) : module_(std::move(module)), ranges_(module_.threads), blocks_(1) {
  module_.body.clear();
  for (const Node& node : module_.nodes) next_id_ = std::max(next_id_, node.id + 1);
}

Node& Builder::make(Op op, Type type) {
  // Powers of two only: OpenCL's 3-lane vectors occupy the space of four.
  if (type.lanes == 0 || (type.lanes & (type.lanes - 1)) != 0) {
    reject(fmt::format("{} of {} lanes", to_string(op), type.lanes));
  }
  Node& node = module_.nodes.emplace_back();
  node.op = op;
  node.type = type;
  return node;
}

std::string Builder::own_name(std::string_view name) const {
  return fmt::format("{}{}", second_ ? "second_" : "", name);
}

const Buffer* Builder::input(std::string_view name, const GlobalMemory& memory) {
  Buffer buffer;
  buffer.name = own_name(name);
  buffer.element = memory.element;
  buffer.storage = memory.storage;
  buffer.restrict_ = memory.restrict_ && !second_;      // the first kernel writes it
  buffer.once = group_ != nullptr && buffer.restrict_;  // not if the second kernel reads it
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

const Buffer* Builder::output(std::string_view name, const GlobalMemory& memory) {
  Buffer buffer;
  buffer.name = own_name(name);
  buffer.element = memory.element;
  buffer.storage = memory.storage;
  buffer.access = Access::write;
  buffer.role = Role::output;
  buffer.restrict_ = memory.restrict_ && group_ == nullptr;
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

const Buffer* Builder::table(std::string_view name, const Table& table) {
  Buffer buffer;
  buffer.name = own_name(name);
  buffer.element = table.element;
  buffer.role = Role::table;
  buffer.elements = table.elements;
  buffer.least = table.least;
  buffer.most = table.most;
  if (buffer.elements == 0) reject(fmt::format("table '{}' of nothing", name));
  buffer.restrict_ = true;
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

const Buffer* Builder::work(std::string_view name, ScalarKind element) {
  Buffer buffer;
  buffer.name = own_name(name);
  buffer.element = element;
  buffer.access = Access::read_write;
  buffer.role = Role::output;
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

const Buffer* Builder::counters(std::string_view name) {
  Buffer buffer;
  buffer.name = name;
  buffer.element = ScalarKind::i32;
  buffer.access = Access::read_write;
  buffer.role = Role::counters;
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

void Builder::begin_part(bool second, Expr group) {
  if (group == nullptr || group->type != i32) reject("a part without the number of its group");
  second_ = second;
  group_ = group;
}

Value Builder::scalar(Scalar which) {
  if (second_ && which <= Scalar::repeat) {
    which = static_cast<Scalar>(static_cast<int>(Scalar::second_batch) + static_cast<int>(which));
  }
  const auto place = std::lower_bound(module_.scalars.begin(), module_.scalars.end(), which);
  if (place == module_.scalars.end() || *place != which) module_.scalars.insert(place, which);
  Node& node = make(Op::scalar_param, i64);
  node.integer = static_cast<std::int64_t>(which);
  return {*this, &node};
}

const Buffer* Builder::shared(std::string_view name, ScalarKind element, std::int64_t elements) {
  const auto same = [&](const Buffer& other) { return other.space == Space::shared && other.name == name; };
  if (const auto own = std::ranges::find_if(module_.owned_buffers, same);
      second_ && own != module_.owned_buffers.end()) {
    if (own->element != element) reject(fmt::format("two parts want other elements of '{}'", name));
    own->elements = std::max(own->elements, elements);
    return &*own;
  }
  return module_.shared.emplace_back(array(name, Space::shared, element, elements));
}

const Buffer* Builder::registers(std::string_view name, ScalarKind element, std::int64_t elements) {
  return module_.registers.emplace_back(array(own_name(name), Space::registers, element, elements));
}

const Buffer* Builder::array(std::string_view name, Space space, ScalarKind element, std::int64_t elements) {
  const std::string_view what = space == Space::shared ? "shared array" : "registers";
  if (elements < 1) reject(fmt::format("{} '{}' of {} elements", what, name, elements));
  Buffer buffer;
  buffer.name = name;
  buffer.element = element;
  buffer.space = space;
  buffer.access = Access::read_write;
  buffer.elements = elements;
  return add_buffer(module_, std::move(buffer));
}

Value Builder::constant(std::int64_t value, Type type) {
  using Limits = std::numeric_limits<std::int32_t>;
  const bool fits = type.kind == ScalarKind::i64 ||
                    (type.kind == ScalarKind::i32 && value >= Limits::min() && value <= Limits::max()) ||
                    (type.kind == ScalarKind::boolean && (value == 0 || value == 1));
  if (!fits) reject(fmt::format("constant {} as {}", value, to_string(type.kind)));
  Node& node = make(Op::int_constant, type);
  node.integer = value;
  return {*this, &node};
}

Value Builder::real(double value, Type type, double low) {
  if (!type.is_float() || (low != 0 && !type.is_pair()))
    reject(fmt::format("real {} as {}", value, to_string(type.kind)));
  Node& node = make(Op::float_constant, type);
  node.real = value;
  node.low = low;
  return {*this, &node};
}

Value Builder::thread_id() { return module_.threads == 1 ? constant(0) : Value(*this, &make(Op::thread_id, i32)); }

Value Builder::group_id() { return {*this, group_ != nullptr ? group_ : &make(Op::group_id, i32)}; }

Value Builder::let(std::string_view name, Expr value) {
  if (value == nullptr) reject(fmt::format("'{}' is bound to nothing", name));
  if (is_leaf(value->op)) return {*this, value};
  Node& variable = make(Op::variable, value->type);
  variable.name = name;
  variable.id = next_id_++;
  append(blocks_.back(), Let{&variable, value});
  ranges_.bind(&variable, value);
  return {*this, &variable};
}

Value Builder::load(const Buffer* buffer, Expr index, int lanes, std::int64_t alignment) {
  require_access(buffer, Access::write, index, alignment);
  Node& node = make(Op::load, Type{buffer->element, 1}.with_lanes(lanes));
  node.buffer = buffer;
  node.args = {index};
  node.integer = alignment;
  return let(load_hint(*buffer), &node);
}

void Builder::store(const Buffer* buffer, Expr index, Expr value, std::int64_t alignment, Expr rank) {
  require_access(buffer, Access::read, index, alignment);
  if (value == nullptr || value->type.kind != buffer->element) {
    const std::string_view kind = value == nullptr ? "nothing" : to_string(value->type.kind);
    reject(fmt::format("store of {} to '{}' of {}", kind, buffer->name, to_string(buffer->element)));
  }
  if (rank != nullptr && (rank->type != i32 || buffer->space != Space::shared)) {
    reject(
        fmt::format("store to '{}' of another work-group: that is for shared arrays, and ranks are i32", buffer->name));
  }
  append(blocks_.back(), Store{buffer, index, value, alignment, rank});
}

const Buffer* Builder::callback(Callback which, std::string_view text, ScalarKind element) {
  module_.callbacks.resize(2);
  module_.callbacks[static_cast<std::size_t>(which)] = text;
  Buffer buffer;
  buffer.name = which == Callback::load ? "load_data" : "store_data";
  buffer.element = element;
  buffer.role = Role::user;
  buffer.restrict_ = false;  // the user may pass any memory
  return module_.buffers.emplace_back(add_buffer(module_, std::move(buffer)));
}

Value Builder::call(Callback which, Expr value, Expr index, const Buffer* user) {
  if (value == nullptr || !value->type.is_float() || user == nullptr) reject("a call without a number or a buffer");
  Node& node = make(Op::call, value->type);
  node.args = {value, cast(index, ScalarKind::i64)};
  node.integer = static_cast<std::int64_t>(which);
  node.buffer = user;
  return let("x", &node);
}

void Builder::prefetch(const Buffer* buffer, Expr index) {
  require_access(buffer, std::nullopt, index, 1);
  append(blocks_.back(), Prefetch{buffer, index});
}

void Builder::keep(Stmt statement) {
  if (const auto* let = std::get_if<Let>(&statement.node)) ranges_.bind(let->variable, let->value);
  blocks_.back().push_back(std::move(statement));
}

Block Builder::capture(const std::function<void()>& body) {
  blocks_.emplace_back();
  if (body) body();
  Block block = std::move(blocks_.back());
  blocks_.pop_back();
  return block;
}

void Builder::loop(std::string_view name, Expr begin, Expr end, LoopStep step, const std::function<void(Value)>& body) {
  if (!is_scalar_int(begin) || !is_scalar_int(end) || step.by < 1) {
    reject(fmt::format("loop '{}': bounds must be integers, step {} positive", name, step.by));
  }
  if (begin->type != end->type) {
    begin = cast(begin, ScalarKind::i64);
    end = cast(end, ScalarKind::i64);
  }
  std::int64_t first = 0;
  std::int64_t last = 0;
  if (is_constant(begin, &first) && is_constant(end, &last)) {
    if (first >= last) return;
    if (last - first <= step.by) return body({*this, begin});
  }
  Node& variable = make(Op::variable, begin->type);
  variable.name = name;
  variable.id = next_id_++;
  For node{&variable, begin, end, step.by, step.unroll, nullptr};
  ranges_.bind_loop(node);
  Block block = capture([&] { body({*this, &variable}); });
  if (block.empty()) return;
  node.body = std::make_shared<const Block>(std::move(block));
  append(blocks_.back(), std::move(node));
}

void Builder::branch(Expr condition, const std::function<void()>& then_body, const std::function<void()>& else_body) {
  if (condition == nullptr || condition->type != boolean) reject("branch: the condition is not a boolean");
  std::int64_t known = 0;
  if (is_constant(condition, &known)) {
    const std::function<void()>& taken = known != 0 ? then_body : else_body;
    if (taken) taken();
    return;
  }
  const auto side = [&](Outcome outcome, const std::function<void()>& body) {
    ranges_.assume(condition, outcome);
    Block block = capture(body);
    ranges_.end();
    return block;
  };
  Block then_block = side(Outcome::yes, then_body);
  Block else_block = side(Outcome::no, else_body);
  if (then_block.empty() && else_block.empty()) return;
  If node{condition, std::make_shared<const Block>(std::move(then_block)), nullptr};
  if (!else_block.empty()) node.else_block = std::make_shared<const Block>(std::move(else_block));
  append(blocks_.back(), std::move(node));
}

void Builder::when(Expr condition, const std::function<void()>& body) {
  if (condition == nullptr) {
    body();
  } else {
    branch(condition, body);
  }
}

void Builder::barrier(BarrierScope scope) { append(blocks_.back(), Barrier{scope}); }

void Builder::signal(const Buffer* counters, Expr index) {
  if (counters == nullptr || counters->role != Role::counters) reject("a signal to no counter");
  append(blocks_.back(), Signal{counters, index});
}

void Builder::await(const Buffer* counters, Expr index, std::int64_t count) {
  if (counters == nullptr || counters->role != Role::counters) reject("an await of no counter");
  append(blocks_.back(), Await{counters, index, count});
}

void Builder::comment(std::string_view text) {
  // A backslash at the end would pull the next line of the generated text into the comment.
  if (text.find('\n') != std::string_view::npos || text.ends_with('\\')) reject("a comment must be one line");
  append(blocks_.back(), Comment{std::string(text)});
}

Module Builder::finish() {
  if (blocks_.size() != 1) reject("finish inside a loop or a branch");
  module_.body = std::move(blocks_.back());
  return std::move(module_);
}

}  // namespace papilio::ir
