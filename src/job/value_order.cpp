// SPDX-License-Identifier: Apache-2.0
#include "job/value_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "base/error.h"
#include "data/meaning.h"

namespace privet {
namespace {

struct Wanted {
  std::string column = {};  // empty: the only sensitive one
  std::vector<std::string> values = {};
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  while (true) {
    const auto comma = text.find(',');
    out.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

// "COLUMN=low,high", or "low,high" where there is one sensitive column.
Wanted read_wanted(const std::string& text, const Table& table) {
  const auto equals = text.find('=');
  if (equals != std::string::npos && table.find(text.substr(0, equals))) {
    return {text.substr(0, equals), split(std::string_view(text).substr(equals + 1))};
  }
  return {"", split(text)};
}

// What the flags, or the policy, say of a column; nothing if they do not.
std::optional<Wanted> wanted_for(const PreparedTable& prepared, AttributeId id,
                                 const Settings& settings, Place& place) {
  const auto sensitive = prepared.schema.with(Role::Sensitive);
  const std::string& name = prepared.table().column(id).name;
  place = settings.place("order");
  for (const auto& text : settings.list("order")) {
    Wanted wanted = read_wanted(text, prepared.table());
    if (wanted.column == name || (wanted.column.empty() && sensitive.size() == 1)) return wanted;
  }
  const auto policy = prepared.orders.find(id);
  if (policy == prepared.orders.end()) return std::nullopt;
  place = policy->second.place;
  return Wanted{name, policy->second.values};
}

// The values behind the missing ones, in the order of the hierarchy's rows.
std::vector<ValueId> hierarchy_order(const Dictionary& dictionary, const BoundHierarchy& tree) {
  std::vector<ValueId> out(dictionary.size());
  std::iota(out.begin(), out.end(), ValueId{0});
  std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(dictionary.missing_count()), out.end(),
                   [&](ValueId a, ValueId b) { return tree.leaf(a) < tree.leaf(b); });
  return out;
}

std::vector<ValueId> wanted_order(const Column& column, const Wanted& wanted, const Place& place) {
  const Dictionary& dictionary = column.dictionary;
  std::vector<ValueId> out(dictionary.missing_count());
  std::iota(out.begin(), out.end(), ValueId{0});
  std::map<std::string, ValueId> value_of;
  for (std::size_t v = out.size(); v < dictionary.size(); ++v) {
    const auto value = static_cast<ValueId>(v);
    value_of.emplace(meaning_key(dictionary.text(value)), value);
  }
  std::set<std::string> seen;
  for (const auto& text : wanted.values) {
    const std::string key = meaning_key(text);
    if (!seen.insert(key).second) {
      throw Error(ErrorCode::Usage,
                  fmt::format("the order names {} twice", quote_for_message(text)), place);
    }
    const auto found = value_of.find(key);
    if (found == value_of.end()) continue;  // nobody has it
    out.push_back(found->second);
    value_of.erase(found);
  }
  if (!value_of.empty() || out.size() != dictionary.size()) {
    const std::string_view lacking =
        value_of.empty() ? "some spellings" : dictionary.text(value_of.begin()->second);
    throw Error(ErrorCode::Usage,
                fmt::format("the order of column {} lacks {}", quote_for_message(column.name),
                            quote_for_message(lacking)),
                place);
  }
  return out;
}

}  // namespace

std::vector<Parameter> value_order_parameters() {
  return {{.name = "order",
           .kind = ParameterKind::Text,
           .summary = "The values of a sensitive column of text from low to high, for --t-distance "
                      "ordered; ill=low,medium,high where several columns are sensitive.",
           .placeholder = "LOW,..,HIGH",
           .repeatable = true}};
}

void set_value_order(const PreparedTable& prepared, AttributeId id, const Settings& settings,
                     const Column& column, CountedAttribute& attribute) {
  Place place;
  if (const auto wanted = wanted_for(prepared, id, settings, place)) {
    attribute.order = wanted_order(column, *wanted, place);
  } else if (attribute.hierarchy != nullptr && attribute.text) {
    attribute.order = hierarchy_order(column.dictionary, *attribute.hierarchy);
  }
}

void check_value_orders(const PreparedTable& prepared, const Settings& settings) {
  if (!settings.given("order")) return;
  const auto sensitive = prepared.schema.with(Role::Sensitive);
  if (settings.text("t-distance") != "ordered") {
    throw Error(ErrorCode::Usage, "has no effect without --t-distance ordered",
                settings.place("order"));
  }
  for (const auto& text : settings.list("order")) {
    const Wanted wanted = read_wanted(text, prepared.table());
    const bool known = std::any_of(sensitive.begin(), sensitive.end(), [&](AttributeId id) {
      return prepared.table().column(id).name == wanted.column;
    });
    if (known || (wanted.column.empty() && sensitive.size() == 1)) continue;
    throw Error(ErrorCode::Usage,
                wanted.column.empty()
                    ? "say which sensitive column has this order: COLUMN=LOW,..,HIGH"
                    : fmt::format("column {} is not sensitive", quote_for_message(wanted.column)),
                settings.place("order"));
  }
}

}  // namespace privet
