// SPDX-License-Identifier: Apache-2.0
#include "job/policy.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>

#include "base/names.h"
#include "data/file_bytes.h"
#include "hierarchy/read_toml.h"

namespace privet {
namespace {

// The flag that does the same as a column's key; empty: none.
std::string_view perturbation_flag(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFlags{
      {{"top_code", "top-code"},
       {"bottom_code", "bottom-code"},
       {"round", "round"},
       {"noise", "noise"},
       {"rank_swap", "rank-swap"},
       {"pram", "pram"},
       {"pram_matrix", "pram-matrix"},
       {"pram_invariant", "pram-invariant"}}};
  for (const auto& [name, flag] : kFlags) {
    if (name == key) return flag;
  }
  return {};
}

class PolicyReader {
 public:
  PolicyReader(std::string_view text, const std::string& path, const std::vector<Parameter>& known)
      : text_(text), out_{path, {}, Settings(known)} {}

  Policy read() {
    toml::table document;
    try {
      document = toml::parse(text_, out_.path);
    } catch (const toml::parse_error& problem) {
      const auto& begin = problem.source().begin;
      throw Error(ErrorCode::Input, fmt::format("this is not TOML: {}", problem.description()),
                  {.file = out_.path, .line = begin.line, .column = begin.column});
    }
    for (const auto& [key, node] : document) section(key.str(), node);
    return std::move(out_);
  }

 private:
  [[nodiscard]] Place place(const toml::node& node) const {
    const auto& begin = node.source().begin;
    return {.file = out_.path, .line = begin.line, .column = begin.column};
  }

  [[noreturn]] void refuse(const toml::node& node, const std::string& message) const {
    throw Error(ErrorCode::Input, message, place(node));
  }

  // The nearest known name, as an ending of a message.
  static std::string hint(std::string_view wanted, const std::vector<std::string>& names) {
    const auto near = nearest_name(wanted, names);
    return near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : "";
  }

  const toml::table& require_table(const toml::node& node, std::string_view what) const {
    if (!node.is_table()) refuse(node, fmt::format("{} must be a table with keys", what));
    return *node.as_table();
  }

  void section(std::string_view name, const toml::node& node) {
    const std::vector<std::string> names{"columns", "input", "privacy", "method"};
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      refuse(node,
             fmt::format("there is no section {}{}", quote_for_message(name), hint(name, names)));
    }
    const toml::table& table = require_table(node, quote_for_message(name));
    if (name == "columns") {
      for (const auto& [key, column] : table) read_column(std::string(key.str()), column);
    } else {
      for (const auto& [key, value] : table) read_setting(name, std::string(key.str()), value);
    }
  }

  void read_setting(std::string_view section, const std::string& key, const toml::node& node) {
    const std::string name = section == "method" && key == "name" ? "method" : key;
    const Parameter* parameter = out_.settings.find(name);
    const bool file = parameter != nullptr && parameter->kind == ParameterKind::File;
    const auto* list = node.as_array();
    if (list == nullptr) {
      out_.settings.add(name, file ? beside(scalar(node)) : scalar(node), place(node));
    } else if (parameter != nullptr && takes_list_in_text(*parameter)) {
      out_.settings.add(name, joined(*list), place(node));
    } else if (parameter != nullptr && !parameter->repeatable) {
      refuse(node, fmt::format("{} is one value, not a list", name));
    } else {
      for (const auto& item : *list) out_.settings.add(name, scalar(item), place(item));
    }
  }

  // "4,3" as a flag; a policy may also write [4, 3].
  static bool takes_list_in_text(const Parameter& parameter) {
    return !parameter.repeatable && (parameter.kind == ParameterKind::Columns ||
                                     (parameter.kind == ParameterKind::Text &&
                                      parameter.placeholder.find(',') != std::string_view::npos));
  }

  [[nodiscard]] std::string joined(const toml::array& list) const {
    std::vector<std::string> texts;
    for (const auto& item : list) texts.push_back(scalar(item));
    return fmt::format("{}", fmt::join(texts, ","));
  }

  // A file is named as seen from where the policy lies.
  [[nodiscard]] std::string beside(const std::filesystem::path& file) const {
    if (file.empty() || file.is_absolute()) return file.string();
    return (std::filesystem::path(out_.path).parent_path() / file).string();
  }

  [[nodiscard]] std::string scalar(const toml::node& node) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
    if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    refuse(node, "this must be a text, a number, true or false");
  }

  [[nodiscard]] std::string text(const toml::node& node) const {
    if (const auto* value = node.as_string()) return value->get();
    refuse(node, "this must be a text in quotes");
  }

  void read_column(const std::string& name, const toml::node& node) {
    ColumnPolicy column{.name = name, .place = place(node)};
    for (const auto& [key, value] :
         require_table(node, fmt::format("column {}", quote_for_message(name)))) {
      if (key == "role") {
        column.role = parse_role(text(value));
        if (!column.role)
          refuse(value, "a role is identifier, quasi, sensitive, class, plain or undecided");
      } else if (key == "type") {
        column.type = parse_type_name(text(value));
        if (!column.type) refuse(value, "a type is numeric, date or text");
      } else if (key == "hierarchy") {
        read_hierarchy(column, value);
      } else if (key == "boundary" || key == "max_level") {
        read_boundary(column, key.str(), value);
      } else if (key == "weight") {
        const auto weight = value.value<double>();
        if (!weight || !(*weight >= 0)) refuse(value, "a weight is a number of at least 0");
        column.weight = *weight;
      } else if (key == "order") {
        const auto* list = value.as_array();
        if (list == nullptr || list->empty()) refuse(value, "an order is a list of values");
        for (const auto& item : *list) column.order.push_back(scalar(item));
      } else if (key == "pseudonym") {
        const auto* flag = value.as_boolean();
        if (flag == nullptr) refuse(value, "this must be true or false");
        column.pseudonym = flag->get();
      } else if (key == "accept_unchanged") {
        const auto* flag = value.as_boolean();
        if (flag == nullptr) refuse(value, "this must be true or false");
        column.accept_unchanged = flag->get();
      } else if (key == "accept_sets") {
        const auto* flag = value.as_boolean();
        if (flag == nullptr) refuse(value, "this must be true or false");
        column.accept_sets = flag->get();
      } else if (key == "mask") {
        const auto* keep = value.as_integer();
        if (keep == nullptr || keep->get() < 0) {
          refuse(value, "a mask is the number of first characters to keep, 0 or more");
        }
        column.mask = static_cast<std::size_t>(keep->get());
      } else if (const auto flag = perturbation_flag(key.str()); !flag.empty()) {
        const bool file = key == "pram_matrix";
        column.perturb.emplace_back(flag, file ? beside(text(value)) : scalar(value));
      } else {
        refuse(value, fmt::format("a column has no {}{}", quote_for_message(key.str()),
                                  hint(key.str(),
                                       {"role", "type", "hierarchy", "boundary", "max_level",
                                        "weight", "order", "pseudonym", "mask", "accept_unchanged",
                                        "accept_sets", "top_code", "bottom_code", "round", "noise",
                                        "rank_swap", "pram", "pram_matrix", "pram_invariant"})));
      }
    }
    if (column.bounded() && column.role && *column.role != Role::Quasi) {
      throw Error(ErrorCode::Input,
                  "only a quasi-identifier is generalized and can have a boundary",
                  column.boundary_place);
    }
    out_.columns.push_back(std::move(column));
  }

  void read_boundary(ColumnPolicy& column, std::string_view key, const toml::node& node) {
    column.boundary_place = place(node);
    if (key == "max_level") {
      const auto* level = node.as_integer();
      if (level == nullptr || level->get() < 0)
        refuse(node, "a level is a whole number of at least 0");
      column.max_level = static_cast<std::size_t>(level->get());
      return;
    }
    if (!node.is_array())
      refuse(node, "a boundary is a list of labels: [\"California\", \"Kansas\"]");
    for (const auto& mark : *node.as_array()) {
      const auto* number = mark.as_integer();  // 17 is the label "17"
      column.boundary.push_back(number != nullptr ? fmt::format("{}", number->get()) : text(mark));
    }
  }

  void read_hierarchy(ColumnPolicy& column, const toml::node& node) {
    if (node.is_table()) {
      const std::array<std::string, 3> keys{"columns", column.name, "hierarchy"};
      column.hierarchy = parse_hierarchy_spec(text_, out_.path, keys);
      return;
    }
    const std::filesystem::path file = text(node);
    if (file.empty()) refuse(node, "the hierarchy's file is not named");
    column.hierarchy = beside(file);
  }

  std::string_view text_;
  Policy out_;
};

}  // namespace

Policy parse_policy(std::string_view text, const std::string& path,
                    const std::vector<Parameter>& known) {
  return PolicyReader(text, path, known).read();
}

Policy read_policy(const std::string& path, const std::vector<Parameter>& known, const Run& run) {
  const FileBytes bytes(path, run);
  return parse_policy(bytes.view(), path, known);
}

}  // namespace privet
