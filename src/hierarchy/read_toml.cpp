// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/read_toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/names.h"
#include "data/file_bytes.h"
#include "hierarchy/read_arx.h"

namespace privet {
namespace {

class SpecReader {
 public:
  SpecReader(const toml::table& table, std::string source)
      : table_(table), source_(std::move(source)) {}

  HierarchySpec read() {
    HierarchySpec spec{.form = form(), .place = place(table_)};
    if (const auto* marks = table_.get("boundary")) {
      for (const auto& mark : array(*marks, "boundary")) {
        spec.boundary.push_back(text(mark, "boundary"));
      }
    }
    if (table_.contains("max_level")) spec.max_level = count("max_level", 0, 0);
    return spec;
  }

 private:
  [[nodiscard]] Place place(const toml::node& node) const {
    // A document without any text has no position.
    return {source_,
            std::max<std::size_t>(node.source().begin.line, 1),
            std::max<std::size_t>(node.source().begin.column, 1),
            {}};
  }
  [[noreturn]] void fail(std::string message, const toml::node& at) const {
    throw Error(ErrorCode::Input, std::move(message), place(at));
  }

  // Refuses keys that are not known, so that a misspelt option is not silently ignored.
  void allow(std::string_view kind, std::initializer_list<std::string_view> keys) const {
    constexpr std::array<std::string_view, 3> kAlways{"kind", "boundary", "max_level"};
    std::vector<std::string> names(kAlways.begin(), kAlways.end());
    names.insert(names.end(), keys.begin(), keys.end());
    for (const auto& [key, node] : table_) {
      if (std::find(names.begin(), names.end(), key.str()) != names.end()) continue;
      const auto near = nearest_name(key.str(), names);
      fail(fmt::format("unknown key {} in a hierarchy of kind {}{}", quote_for_message(key.str()),
                       quote_for_message(kind),
                       near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""),
           node);
    }
  }

  decltype(HierarchySpec::form) form() const {
    const toml::node* kind = table_.get("kind");
    if (kind == nullptr) {
      fail(
          "a hierarchy needs kind = \"levels\", \"intervals\", \"prefix\", \"taxonomy\" or "
          "\"dates\"",
          table_);
    }
    const std::string name = text(*kind, "kind");
    if (name == "levels") return level_rows();
    if (name == "intervals") return intervals();
    if (name == "prefix") return prefix();
    if (name == "taxonomy") return taxonomy();
    if (name == "dates") return dates();
    fail(fmt::format("unknown kind {}; kinds are levels, intervals, prefix, taxonomy, dates",
                     quote_for_message(name)),
         *kind);
  }

  LevelRows level_rows() const {
    allow("levels", {"rows"});
    LevelRows form;
    for (const auto& row : array(required("rows"), "rows")) {
      auto& labels = form.rows.emplace_back();
      for (const auto& label : array(row, "rows")) labels.push_back(text(label, "rows"));
      form.lines.push_back(place(row).line);
    }
    return form;
  }

  decltype(HierarchySpec::form) intervals() const {
    allow("intervals", {"width", "factor", "origin", "levels", "quantiles", "cuts"});
    const auto given =
        table_.contains("width") + table_.contains("quantiles") + table_.contains("cuts");
    if (given != 1) fail("intervals need one of width, quantiles and cuts", table_);
    if (table_.contains("width")) return equal_widths();
    for (const char* key : {"origin", "levels"}) {
      if (const auto* node = table_.get(key)) fail(fmt::format("{} goes with width", key), *node);
    }
    if (table_.contains("quantiles")) {
      return Quantiles{.groups = count("quantiles", 0, 2), .factor = count("factor", 2, 2)};
    }
    if (const auto* node = table_.get("factor")) {
      fail("factor goes with width or quantiles", *node);
    }
    return cuts();
  }

  EqualWidths equal_widths() const {
    EqualWidths form;
    const toml::node& width = required("width");
    if (width.is_array()) {
      for (const auto& one : *width.as_array()) form.widths.push_back(number(one, "width"));
      for (const char* key : {"factor", "levels"}) {
        if (const auto* node = table_.get(key)) {
          fail(fmt::format("{} goes with one width, not with a list", key), *node);
        }
      }
    } else {
      form.widths.push_back(number(width, "width"));
    }
    form.factor = count("factor", 2, 2);
    form.levels = count("levels", 0, 1);
    if (const auto* origin = table_.get("origin")) form.origin = number(*origin, "origin");
    return form;
  }

  Cuts cuts() const {
    Cuts form;
    for (const auto& level : array(required("cuts"), "cuts")) {
      auto& numbers = form.levels.emplace_back();
      for (const auto& cut : array(level, "cuts")) numbers.push_back(number(cut, "cuts"));
    }
    return form;
  }

  PrefixMask prefix() const {
    allow("prefix", {"step", "levels", "mask"});
    PrefixMask form{.step = count("step", 1, 1), .levels = count("levels", 0, 1)};
    if (const auto* mask = table_.get("mask")) {
      const std::string sign = text(*mask, "mask");
      if (sign.size() != 1 || sign[0] <= ' ' || sign[0] > '~') {
        fail("mask must be one printable ASCII character", *mask);
      }
      form.mask = sign[0];
    }
    return form;
  }

  // pairs = [["child", "parent"], ...]
  TaxonomyLinks taxonomy() const {
    allow("taxonomy", {"pairs"});
    TaxonomyLinks form;
    for (const auto& pair : array(required("pairs"), "pairs")) {
      const auto& both = array(pair, "pairs");
      if (both.size() != 2) fail("a pair is [child, parent]", pair);
      form.links.push_back({text(both[0], "pairs"), text(both[1], "pairs"), place(pair)});
    }
    return form;
  }

  DateUnits dates() const {
    allow("dates", {"levels"});
    DateUnits form;
    const auto* levels = table_.get("levels");
    if (levels == nullptr) return form;
    form.levels.clear();
    constexpr std::array<std::pair<std::string_view, DateUnit>, 7> kUnits{
        {{"hour", DateUnit::Hour},
         {"part", DateUnit::DayPart},
         {"day", DateUnit::Day},
         {"month", DateUnit::Month},
         {"quarter", DateUnit::Quarter},
         {"year", DateUnit::Year},
         {"decade", DateUnit::Decade}}};
    for (const auto& level : array(*levels, "levels")) {
      const std::string name = text(level, "levels");
      const auto* unit = std::find_if(kUnits.begin(), kUnits.end(),
                                      [&](const auto& known) { return known.first == name; });
      if (unit == kUnits.end()) {
        fail(fmt::format("unknown date level {}; levels are hour, part, day, month, quarter, year, "
                         "decade",
                         quote_for_message(name)),
             level);
      }
      form.levels.push_back(unit->second);
    }
    return form;
  }

  [[nodiscard]] const toml::node& required(std::string_view key) const {
    const auto* node = table_.get(key);
    if (node == nullptr) fail(fmt::format("{} is missing", key), table_);
    return *node;
  }
  [[nodiscard]] const toml::array& array(const toml::node& node, std::string_view key) const {
    if (!node.is_array()) fail(fmt::format("{} must be a list", key), node);
    return *node.as_array();
  }
  // Whole numbers are allowed as labels: 17 is the label '17'.
  [[nodiscard]] std::string text(const toml::node& node, std::string_view key) const {
    if (const auto* string = node.as_string()) return string->get();
    if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
    fail(fmt::format("{} must hold texts in quotes", key), node);
  }
  [[nodiscard]] double number(const toml::node& node, std::string_view key) const {
    if (!node.is_number()) fail(fmt::format("{} must be a number", key), node);
    return node.value<double>().value();
  }
  [[nodiscard]] std::size_t count(std::string_view key, std::size_t otherwise,
                                  std::int64_t least) const {
    const auto* node = table_.get(key);
    if (node == nullptr) return otherwise;
    const auto* integer = node->as_integer();
    if (integer == nullptr || integer->get() < least) {
      fail(fmt::format("{} must be a whole number, at least {}", key, least), *node);
    }
    return static_cast<std::size_t>(integer->get());
  }

  const toml::table& table_;
  std::string source_;
};

}  // namespace

HierarchySpec parse_hierarchy_spec(std::string_view text, const std::string& source,
                                   std::span<const std::string> keys) {
  toml::table document;
  try {
    document = toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::Input, std::string(error.description()),
                Place{source, error.source().begin.line, error.source().begin.column, {}});
  }
  const toml::table* table = &document;
  for (const auto& key : keys) {
    const auto* node = table->get(key);
    table = node == nullptr ? nullptr : node->as_table();
    if (table == nullptr) {
      throw Error(ErrorCode::Input,
                  fmt::format("{} is not a table of a hierarchy", quote_for_message(key)),
                  Place{.file = source});
    }
  }
  return SpecReader(*table, source).read();
}

HierarchySpec read_hierarchy_spec(const std::string& path) {
  const FileBytes bytes(path, Run(nullptr, nullptr, 1));
  return parse_hierarchy_spec(bytes.view(), path);
}

Hierarchy read_hierarchy(const std::string& path, const Column& column) {
  if (path.ends_with(".toml")) return build_hierarchy(read_hierarchy_spec(path), column);
  return read_arx(path);
}

}  // namespace privet
