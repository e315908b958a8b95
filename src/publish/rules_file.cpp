// SPDX-License-Identifier: Apache-2.0
// The file form of rules: one JSON object, docs/format/rules.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/json_fields.h"
#include "publish/rules.h"

namespace privet {
namespace {
using Kind = GeneralizedValue::Kind;
constexpr int kVersion = 1;

Json cell_json(const RuleCell& cell) {
  switch (cell.kind) {
    case Kind::Value:
      return {{"value", cell.low}};
    case Kind::Node:
      return {{"node", cell.node}};
    case Kind::Set:
      return {{"set", cell.members}};
    case Kind::Range: {
      Json out{{"from", cell.low}, {"to", cell.high}};
      if (!cell.members.empty()) out["also"] = cell.members;
      return out;
    }
    case Kind::Any:
      break;
  }
  return {{"any", true}};
}

// A cell is of one kind: what a second one says would be passed over.
void refuse_other_keys(const Json& json) {
  static constexpr std::array<std::string_view, 5> kKinds{"value", "node", "set", "from", "any"};
  if (!json.is_object()) throw JsonError("a cell is not an object");
  std::vector<std::string> kinds;
  for (const auto& [key, unused] : json.items()) {
    if (std::find(kKinds.begin(), kKinds.end(), key) != kKinds.end()) {
      kinds.push_back(key);
    } else if (!json.contains("from") || (key != "to" && key != "also")) {
      throw Error(ErrorCode::Input,
                  fmt::format("a cell of this kind has no {}", quote_for_message(key)));
    }
  }
  if (kinds.size() > 1) {
    throw Error(ErrorCode::Input,
                fmt::format("the cell has {}; it is one or the other", fmt::join(kinds, " and ")));
  }
}

RuleCell cell_of(const Json& json) {
  refuse_other_keys(json);
  RuleCell out;
  if (json.contains("value")) {
    out.kind = Kind::Value;
    out.low = json.at("value").get<std::string>();
  } else if (json.contains("node")) {
    out.kind = Kind::Node;
    out.node = json.at("node").get<std::string>();
  } else if (json.contains("set")) {
    out.kind = Kind::Set;
    out.members = json.at("set").get<std::vector<std::string>>();
  } else if (json.contains("from")) {
    out.kind = Kind::Range;
    out.low = json.at("from").get<std::string>();
    out.high = json.at("to").get<std::string>();
    if (json.contains("also")) out.members = json.at("also").get<std::vector<std::string>>();
  } else if (!json.at("any").get<bool>()) {
    throw Error(ErrorCode::Input, "a cell covers nothing");
  }
  return out;
}

// What the search relies on: a node only with a hierarchy, numbers where the column has numbers.
void check_cell(const RuleCell& cell, const RuleColumn& column) {
  const auto number = [&](std::string_view text) { return column.form.read(text).has_value(); };
  if (cell.kind == Kind::Node && !column.hierarchy)
    throw Error(ErrorCode::Input, "a cell names a node, and the column has no hierarchy");
  if (cell.kind == Kind::Range &&
      (!ordered(column.type) || !number(cell.low) || !number(cell.high)))
    throw Error(ErrorCode::Input, "a range needs a column of numbers or dates, and such ends");
  if (cell.kind == Kind::Range && *column.form.read(cell.low) > *column.form.read(cell.high))
    throw Error(ErrorCode::Input,
                fmt::format("a range goes from {} down to {}; the smaller number comes first",
                            cell.low, cell.high));
  RuleColumn one;
  one.cells = {cell};
  for (const std::string_view value : one.values()) {
    if (ordered(column.type) && !is_missing_text(value) && !number(value))
      throw Error(ErrorCode::Input, "a column of numbers or dates has a value that is neither");
  }
}

RuleColumn column_of(const Json& json) {
  RuleColumn out;
  out.name = json.at("name").get<std::string>();
  const auto type = parse_type_name(json.at("type").get<std::string>());
  if (!type) throw Error(ErrorCode::Input, "a type is numeric, date or text");
  out.type = *type;
  if (json.contains("form")) {
    const auto form = parse_form_name(json.at("form").get<std::string>());
    if (!form || (form->kind == ValueForm::Kind::Date) != (out.type == ColumnType::Date))
      throw Error(ErrorCode::Input, "this form of values is not known");
    out.form = *form;
  }
  out.hierarchy = json.at("hierarchy").get<bool>();
  each_at(json, "cells", [&](const Json& cell) {
    out.cells.push_back(cell_of(cell));
    check_cell(out.cells.back(), out);
  });
  out.cell_of_class = wholes_at<std::uint32_t>(json, "classes");
  for (const std::uint32_t cell : out.cell_of_class) {
    if (cell >= out.cells.size())
      throw Error(ErrorCode::Input, "a class names a cell that is not there");
  }
  return out;
}

}  // namespace

std::string rules_text(const Rules& rules) {
  Json out{{"privet_rules", kVersion}, {"method", rules.method}, {"columns", Json::array()}};
  for (const auto& column : rules.columns) {
    Json cells = Json::array();
    for (const auto& cell : column.cells) cells.push_back(cell_json(cell));
    Json one{{"name", column.name},
             {"type", type_name(column.type)},
             {"hierarchy", column.hierarchy},
             {"cells", std::move(cells)},
             {"classes", column.cell_of_class}};
    if (ordered(column.type) && column.form != ValueForm{}) one["form"] = form_name(column.form);
    out["columns"].push_back(std::move(one));
  }
  if (!out.all_utf8()) {
    throw Error(ErrorCode::Input, "a value is not UTF-8; rules are JSON and cannot carry it",
                {.parameter = "--save-rules"});
  }
  return out.dump() + "\n";
}

Rules parse_rules(std::string_view text, const std::string& path) {
  Rules out{.path = path, .method = {}, .columns = {}};
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::Input, fmt::format("these are not rules of privet: {}", why),
                {.file = path});
  };
  try {
    const Json json = Json::parse(text);
    if (json.at("privet_rules") != kVersion) {
      const std::string version = json.at("privet_rules").dump();
      refuse(fmt::format("version {} is not known", json.at("privet_rules").is_number()
                                                        ? version
                                                        : quote_for_message(version)));
    }
    out.method = json.at("method").get<std::string>();
    each_at(json, "columns", [&](const Json& column) {
      out.columns.push_back(column_of(column));
      if (out.columns.back().cell_of_class.size() != out.classes())
        throw Error(ErrorCode::Input, "the columns differ in the number of classes");
    });
  } catch (const JsonError&) {
    refuse("it is not the JSON of a rules file");
  } catch (const Error& error) {
    if (!error.place().file.empty()) throw;
    refuse(error.message());
  }
  if (out.columns.empty()) refuse("there is no column");
  return out;
}

}  // namespace privet
