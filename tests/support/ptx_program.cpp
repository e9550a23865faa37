// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>
#include <unordered_map>

#include "support/ptx_instructions.hpp"
#include "support/ptx_text.hpp"

namespace papilio::test::ptx {
namespace {

/// The declared type of registers that hold this type.
Type class_of(Type type) {
  if (type == Type::pred || type == Type::f32 || type == Type::f64) return type;
  const int bytes = bytes_of(type);
  return bytes == 2 ? Type::b16 : bytes == 8 ? Type::b64 : Type::b32;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : lines_(split_lines(text)) {
    new_register("%tid.x", Type::b32);
    new_register("%ctaid.x", Type::b32);
  }

  Program run() {
    head();
    while (line() != "}") {
      statement(line());
      ++at_;
    }
    if (program_.code.empty() || program_.code.back().kind != Kind::ret) fail("the kernel does not end with ret");
    for (auto& [place, label] : branches_) {
      const auto known = labels_.find(label);
      if (known == labels_.end()) fail(fmt::format("no label {}", label));
      program_.code[place].target = known->second;
    }
    return std::move(program_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    const bool over = at_ >= lines_.size();
    throw Error::internal(over ? "PTX" : fmt::format("PTX line {} '{}'", at_ + 1, lines_[at_]), why);
  }
  void require(bool condition, std::string_view why) const {
    if (!condition) fail(std::string(why));
  }
  [[nodiscard]] std::string_view line() const {
    if (at_ >= lines_.size()) fail("the text ends too early");
    return lines_[at_];
  }
  /// The line without prefix and suffix.
  std::string_view inside(std::string_view prefix, std::string_view suffix) {
    std::string_view text = line();
    if (!is_enclosed(text, prefix, suffix)) fail(fmt::format("{}…{} is expected", prefix, suffix));
    ++at_;
    return text;
  }
  template <typename Integer>
  Integer integer(std::string_view text) const {
    const auto value = number_in<Integer>(text);
    require(value.has_value(), "no number");
    return *value;
  }

  void head() {
    inside(".version ", "");
    program_.architecture = integer<int>(inside(".target sm_", ""));
    inside(".address_size 64", "");
    if (line().starts_with(".extern")) {
      program_.shared.push_back({std::string(inside(".extern .shared .align 128 .b8 ", "[];")), 128, -1});
    }
    program_.name = inside(".visible .entry ", "(");
    while (line() != ")") {
      const bool more = line().ends_with(',');
      program_.parameters.emplace_back(inside(".param .u64 ", more ? "," : ""));
      require(more == (line() != ")"), "parameters are separated by commas");
    }
    inside(")", "");
    program_.threads = integer<int>(inside(".maxntid ", ""));
    if (line().starts_with(".minnctapersm")) inside(".minnctapersm ", "");
    if (line() == ".explicitcluster") {
      require(program_.architecture >= 90, "sm_90 is the first that has it");
      ++at_;
      program_.cluster = integer<int>(inside(".reqnctapercluster ", ", 1, 1"));
    }
    inside("{", "");
  }

  void statement(std::string_view text) {
    if (text.starts_with("//") || text == ".pragma \"nounroll\";") return;
    if (is_enclosed(text, "$", ":")) {
      const bool fresh = labels_.emplace(text, static_cast<int>(program_.code.size())).second;
      return require(fresh, "a label twice");
    }
    std::string_view inner = text;
    if (is_enclosed(inner, "{ ", "; }")) {
      for (const std::string_view part : split(inner, ';')) closed_statement(part);
      for (const std::string& name : local_) registers_.erase(name);
      return local_.clear();
    }
    require(is_enclosed(text, "", ";"), "no ; at the end");
    closed_statement(text);
  }

  void closed_statement(std::string_view text) {
    if (text.starts_with(".reg ")) return declare_registers(split(text, ' '));
    if (text.starts_with(".shared ")) return declare_shared(text);
    Instruction instruction;
    instruction.line = static_cast<int>(at_) + 1;
    if (text.starts_with('@')) {
      const std::size_t end = text.find(' ');
      require(end != std::string_view::npos, "no instruction");
      instruction.inverse = text[1] == '!';
      instruction.guard =
          reg(text.substr(instruction.inverse ? 2 : 1, end - (instruction.inverse ? 2 : 1)), Type::pred);
      text = trimmed(text.substr(end));
    }
    const std::size_t end = std::min(text.find(' '), text.size());
    decode(text.substr(0, end), split(text.substr(end), ','), instruction);
    program_.code.push_back(instruction);
  }

  void declare_registers(const Words& words) {
    require(words.size() == 3, "a declaration has three words");
    const auto type = type_named(words[1].substr(1));
    require(type && class_of(*type) == *type, "no such registers");
    std::string_view name = words[2];
    const std::size_t bracket = name.find('<');
    if (bracket == std::string_view::npos) {
      local_.emplace_back(name);
      return new_register(local_.back(), *type);
    }
    const std::string_view letters = name.substr(0, bracket);
    require(is_enclosed(name, fmt::format("{}<", letters), ">"), "no count");
    for (int i = 0; i < integer<int>(name); ++i) new_register(fmt::format("{}{}", letters, i), *type);
  }

  void new_register(const std::string& name, Type type) {
    const bool fresh = registers_.emplace(name, static_cast<int>(program_.registers.size())).second;
    require(fresh, "a register is declared twice");
    program_.registers.push_back(name);
    classes_.push_back(type);
  }

  void declare_shared(std::string_view text) {
    require(is_enclosed(text, ".shared .align 16 .b8 ", "]"), "no such array");
    const std::size_t bracket = text.find('[');
    require(bracket != std::string_view::npos, "no size");
    program_.shared.push_back(
        {std::string(text.substr(0, bracket)), shared_end_, integer<std::int64_t>(text.substr(bracket + 1))});
    // Aligned no more than declared, and out of reach of other arrays.
    constexpr std::int64_t gap = 4096;
    shared_end_ = (shared_end_ + program_.shared.back().bytes + gap) / 32 * 32 + 16;
  }

  void decode(std::string_view name, const Words& args, Instruction& to) {
    if (name == "mov.b32" && args.size() == 2 && args[1].starts_with('{')) return decode_pack(args, to);
    if (name == "mov.b32" && args.size() == 2 && args[0].starts_with('{')) return decode_unpack(args, to);
    if (name.starts_with("ld.param.")) return decode_parameter(name, args, to);
    if (name.starts_with("ld.") || name.starts_with("st.")) return decode_access(name, args, to);
    if (const auto form = form_of(name)) return decode_arithmetic(*form, args, to);
    decode_control(name, args, to);
  }

  void decode_control(std::string_view name, const Words& args, Instruction& to) {
    if (name == "bra" && args.size() == 1 && args[0].starts_with('$')) {
      to.kind = Kind::branch;
      branches_.emplace_back(program_.code.size(), args[0].substr(1));
    } else if (name == "bar.sync" && args == Words{"0"}) {
      to.kind = Kind::barrier;
    } else if (const bool arrives = name == "barrier.cluster.arrive.aligned";
               arrives || name == "barrier.cluster.wait.aligned") {
      require(program_.architecture >= 90 && args.empty(), "sm_90 is the first that has it");
      to.kind = arrives ? Kind::cluster_arrive : Kind::cluster_wait;
    } else if (name == "ret" && args.empty()) {
      to.kind = Kind::ret;
    } else if (name == "griddepcontrol.wait" && args.empty()) {
      require(program_.architecture >= 90, "sm_90 is the first that has it");
    } else if (name == "prefetch.global.L2" && args.size() == 1) {
      to.kind = Kind::prefetch;
      address(args[0], Type::b64, 0, to);
    } else if (name == "red.release.gpu.global.add.s32" && args.size() == 2 && args[1] == "1") {
      require(program_.architecture >= 70, "sm_70 is the first that has it");
      to.kind = Kind::count_up;
      to.type = Type::b32;
      address(args[0], Type::b64, 1, to);
    } else if (name == "createpolicy.fractional.L2::evict_first.b64" && args.size() == 2 && args[1] == "1.0") {
      require(program_.architecture >= 80, "sm_80 is the first that has it");
      to.kind = Kind::policy;
      to.operands[0] = reg(args[0], Type::b64);
    } else {
      fail("unknown instruction");
    }
  }

  void decode_arithmetic(const Form& form, const Words& args, Instruction& to) {
    require(program_.architecture >= form.architecture,
            fmt::format("sm_{} is the first that has it", form.architecture));
    require(args.size() == form.operands.size(), fmt::format("{} operands are expected", form.operands.size()));
    to.kind = form.kind;
    to.type = form.type;
    to.to = form.to;
    to.arguments = static_cast<int>(args.size()) - 1;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const char letter = form.operands[i];
      const Type type = letter == 'w'   ? Type::s64
                        : letter == 'c' ? form.to
                        : letter == 'r' ? Type::u32
                        : letter == 'p' ? Type::pred
                                        : form.type;
      // A constant has no type.
      const bool only_register = i == 0 || form.kind == Kind::convert;
      to.operands[i] = only_register ? reg(args[i], type) : operand(args[i], type, form);
    }
    require(to.operands[0] > 1, "a register that cannot be written");
  }

  void decode_pack(const Words& args, Instruction& to) {
    to.kind = Kind::pack;
    to.arguments = 2;
    const auto [low, high] = halves(args[1]);
    to.operands = {reg(args[0], Type::b32), low, high};
  }

  void decode_unpack(const Words& args, Instruction& to) {
    to.kind = Kind::unpack;
    const auto [low, high] = halves(args[0]);
    to.operands = {low, high, reg(args[1], Type::b32)};
  }

  std::pair<Operand, Operand> halves(std::string_view text) {
    require(is_enclosed(text, "{", "}"), "no pair");
    const Words words = split(text, ',');
    require(words.size() == 2, "no pair");
    return {reg(words[0], Type::b16), reg(words[1], Type::b16)};
  }

  void decode_parameter(std::string_view name, const Words& args, Instruction& to) {
    require(name == "ld.param.u64" && args.size() == 2, "parameters are 64-bit integers");
    std::string_view which = args[1];
    require(is_enclosed(which, "[", "]"), "no address");
    const auto place = std::find(program_.parameters.begin(), program_.parameters.end(), which);
    require(place != program_.parameters.end(), "no such parameter");
    to.kind = Kind::parameter;
    to.operands[0] = reg(args[0], Type::u64);
    to.offset = place - program_.parameters.begin();
  }

  /// "ld.global.nc.v2.f32 {…}, […]", with the modifiers in this order.
  void decode_access(std::string_view name, const Words& args, Instruction& to) {
    Words modifiers = split(name, '.');
    const auto next = [&](std::string_view modifier) {
      if (modifiers.front() != modifier || modifiers.size() == 1) return false;
      modifiers.erase(modifiers.begin());
      return true;
    };
    to.kind = next("ld") ? Kind::load : (next("st"), Kind::store);
    const bool loads = to.kind == Kind::load;
    const bool acquires = loads && next("acquire");
    require(!acquires || (next("gpu") && program_.architecture >= 70),
            "of the whole GPU, and sm_70 is the first that has it");
    to.space = next("shared") ? Space::shared : !loads && next("shared::cluster") ? Space::cluster : Space::global;
    require(to.space != Space::global || next("global"), "no such memory");
    require(to.space != Space::cluster || program_.architecture >= 90, "sm_90 is the first that has it");
    to.read_only = loads && to.space == Space::global && next("nc");
    const bool hint = to.read_only && next("L2::cache_hint");
    require(args.size() == (hint ? 3U : 2U), "two operands are expected, and a policy where the instruction has one");
    require(!hint || program_.architecture >= 80, "sm_80 is the first that has it");
    if (hint) to.policy = reg(args[2], Type::b64);
    to.width = next("v2") ? 2 : next("v4") ? 4 : 1;
    const auto type = type_named(modifiers.front());
    require(modifiers.size() == 1 && type, "unknown instruction");
    to.type = *type;
    require(to.width * bytes_of(to.type) <= 16, "an access meets 16 bytes at most");
    const Type kinds[] = {Type::b16, Type::b32, Type::s32, Type::s64, Type::f32,
                          Type::f64, Type::s8,  Type::u8,  Type::s16, Type::u16};
    // Integers of less than 32 bits are only loaded.
    const Type* const end = std::end(kinds) - (loads ? 0 : 4);
    require(std::find(std::begin(kinds), end, to.type) != end, "unknown instruction");
    std::string_view numbers = args[loads ? 0 : 1];
    require(is_enclosed(numbers, "{", "}") == (to.width > 1), "braces are for vectors");
    const Words words = split(numbers, ',');
    require(words.size() == static_cast<std::size_t>(to.width), fmt::format("{} numbers are expected", to.width));
    // Narrower integers occupy a 32-bit register.
    const Type in_register = to.type == Type::s16 || to.type == Type::u16 ? Type::s32 : to.type;
    for (std::size_t i = 0; i < words.size(); ++i)
      to.operands[i] = loads ? reg(words[i], in_register) : operand(words[i], in_register, {});
    address(args[loads ? 1 : 0], to.space == Space::global ? Type::b64 : Type::b32, static_cast<std::size_t>(to.width),
            to);
  }

  /// "[%r1-4]"
  void address(std::string_view text, Type type, std::size_t place, Instruction& to) {
    require(is_enclosed(text, "[", "]"), "no address");
    const std::size_t sign = std::min(text.find_first_of("+-"), text.size());
    to.operands[place] = reg(text.substr(0, sign), type);
    if (sign == text.size()) return;
    to.offset = integer<std::int64_t>(text.substr(text[sign] == '+' ? sign + 1 : sign));
    require(
        to.offset >= std::numeric_limits<std::int32_t>::min() && to.offset <= std::numeric_limits<std::int32_t>::max(),
        "an offset has 32 bits");
  }

  Operand reg(std::string_view name, Type type) const {
    const auto place = registers_.find(std::string(name));
    if (place == registers_.end()) fail(fmt::format("{} is no register that is declared", name));
    const Type declared = classes_[static_cast<std::size_t>(place->second)];
    const bool any = (type == Type::b32 && declared == Type::f32) || (type == Type::b64 && declared == Type::f64);
    if (declared != class_of(type) && !any) fail(fmt::format("{} does not fit the type", name));
    return place->second;
  }

  Operand operand(std::string_view text, Type type, const Form& form) {
    if (text == "%tid.x" || text == "%ctaid.x") require(form.kind == Kind::mov, "special registers are for mov");
    if (text.starts_with('%')) return reg(text, type);
    program_.constants.push_back(constant(text, type, form));
    return ~static_cast<Operand>(program_.constants.size() - 1);
  }

  [[nodiscard]] std::uint64_t constant(std::string_view text, Type type, const Form& form) const {
    if (type == Type::f32 || type == Type::f64) {
      const std::size_t digits = type == Type::f32 ? 8 : 16;
      require(is_enclosed(text, type == Type::f32 ? "0f" : "0d", "") && text.size() == digits,
              "no constant of the type");
      const auto bits = number_in<std::uint64_t>(text, 16);
      require(bits.has_value(), "no constant of the type");
      return *bits;
    }
    for (const SharedArray& array : program_.shared) {
      if (array.name == text && form.kind == Kind::mov && type == Type::u32)
        return static_cast<std::uint64_t>(array.address);
    }
    require(type != Type::pred, "no predicate");
    if (bytes_of(type) == 8) {
      return text.starts_with('-') ? static_cast<std::uint64_t>(integer<std::int64_t>(text))
                                   : integer<std::uint64_t>(text);
    }
    const auto value = integer<std::int64_t>(text);
    const int bits = 8 * bytes_of(type);
    require(value < std::int64_t{1} << bits && value >= -(std::int64_t{1} << (bits - 1)), "no constant of the type");
    return static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << bits) - 1);
  }

  Words lines_;
  std::size_t at_ = 0;
  Program program_;
  std::vector<Type> classes_;
  std::unordered_map<std::string, int> registers_;
  std::vector<std::string> local_;
  std::unordered_map<std::string_view, int> labels_;
  std::vector<std::pair<std::size_t, std::string_view>> branches_;
  std::int64_t shared_end_ = 16;
};

}  // namespace

Program parse(std::string_view text) { return Parser(text).run(); }

}  // namespace papilio::test::ptx
