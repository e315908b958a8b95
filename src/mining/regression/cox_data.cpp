// SPDX-License-Identifier: Apache-2.0
// From a table to survival data.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "mining/regression/cox.h"

namespace privet::mining {
namespace {

constexpr std::size_t kFewEvents = 6;  // values that a message lists

bool means_event(std::string_view text, const std::string& wanted) {
  const auto number = parse_number(text);
  if (!wanted.empty()) return text == wanted || (number && number == parse_number(wanted));
  if (number) return *number == 1.0;
  std::string upper;
  for (const char c : text) {
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return upper == "TRUE";
}

// How many halvings bring each column's deviation to about 1.
std::vector<int> unit_exponents(const Matrix& x) {
  std::vector<int> out;
  for (std::size_t c = 0; c < x.columns; ++c) {
    const Spread spread = spread_of(x.rows, [&](std::size_t r) { return x.row(r)[c]; });
    out.push_back(spread.varies() ? std::ilogb(spread.distance) : 0);
  }
  return out;
}

}  // namespace

std::string event_value(const Column& event, const Run& run) {
  std::set<std::string> texts;
  std::set<double> numbers;
  for (std::size_t row = 0; row < event.codes.size(); ++row) {
    const auto id = static_cast<RowId>(row);
    if (event.missing(id)) continue;
    texts.emplace(event.text(id));
    if (const auto number = parse_number(event.text(id))) numbers.insert(*number);
    if (texts.size() > kFewEvents) break;
  }
  const std::string name = quote_for_message(event.name);
  if (numbers == std::set<double>{1.0, 2.0} && texts.size() == 2) {
    run.warn(
        fmt::format("column {} has 1 and 2: 2 is taken for the event and 1 for a censored "
                    "time, as R does (--event-value says otherwise)",
                    name));
    return "2";
  }
  if (numbers.size() > 2 || (numbers.empty() && texts.size() > 2)) {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} has more than two values ({}{}); say which of them means "
                            "the event with --event-value",
                            name, fmt::join(texts, ", "), texts.size() > kFewEvents ? ", ..." : ""),
                {.parameter = "--event"});
  }
  return {};
}

CoxData cox_data(const Table& table, const CoxColumns& wanted) {
  OwnCensus all;
  auto out = cox_data(table, wanted, all);
  if (!wanted.strata.empty() && out.strata.size() == out.stratum.size()) {
    throw Error(ErrorCode::Infeasible,
                "every stratum has one row only, and rows are compared inside strata; use fewer or "
                "coarser strata",
                {.parameter = "--strata"});
  }
  return out;
}

CoxData cox_data(const Table& table, const CoxColumns& wanted, Census& census) {
  const Column& time = table.column(wanted.time);
  const Column& event = table.column(wanted.event);
  const auto times = numbers_of_codes(time);
  check_squares(table, wanted.columns, wanted.factors);
  std::vector<bool> usable(table.rows(), true);
  for (RowId row = 0; row < table.rows(); ++row) {
    bool complete = !time.missing(row) && !event.missing(row);
    for (const AttributeId s : wanted.strata) complete = complete && !table.column(s).missing(row);
    usable[row] = complete;
  }
  Design design = design_of(table, wanted.columns, wanted.factors, usable, census);
  CoxData out;
  out.names = std::move(design.names);
  out.of_column = std::move(design.of_column);
  out.factors = std::move(design.factors);
  for (const AttributeId c : wanted.columns) out.columns.push_back(table.column(c).name);
  out.x = std::move(design.x);
  out.dropped = design.dropped;
  std::map<std::vector<ValueId>, std::uint32_t> strata;
  for (const RowId row : design.rows) {
    out.time.push_back(times[time.codes[row]]);
    out.event.push_back(means_event(event.text(row), wanted.event_value));
    std::vector<ValueId> key;
    std::string name;
    for (const AttributeId s : wanted.strata) {
      key.push_back(table.column(s).codes[row]);
      name += (name.empty() ? "" : ", ") + std::string(table.column(s).text(row));
    }
    const auto [it, fresh] = strata.try_emplace(key, static_cast<std::uint32_t>(out.strata.size()));
    if (fresh) out.strata.push_back(name);
    out.stratum.push_back(it->second);
  }
  const auto events = std::count(out.event.begin(), out.event.end(), true);
  if (census.count({static_cast<std::uint64_t>(events)}).front() == 0) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("no row that can be used has an event in column {}: every time is "
                            "censored, so there is nothing to fit; name the value that means an "
                            "event with --event-value",
                            quote_for_message(event.name)));
  }
  return out;
}

CoxInUnits in_units(const CoxData& data) {
  CoxInUnits out{data, unit_exponents(data.x)};
  const std::size_t n = out.exponents.size();
  for (std::size_t i = 0; i < out.data.x.cells.size(); ++i) {
    out.data.x.cells[i] = std::ldexp(out.data.x.cells[i], -out.exponents[i % n]);
  }
  return out;
}

}  // namespace privet::mining
