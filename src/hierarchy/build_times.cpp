// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "data/letters.h"
#include "data/spelled_value.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

// "20:16:00" of 8:16 PM; nothing of other texts.
std::optional<std::string> clock_of(std::string_view text) {
  constexpr std::size_t kLongest = 24;
  if (text.size() > kLongest || text.find(':') == std::string_view::npos) return std::nullopt;
  auto out = spelled_moment(alike_text(text));
  const bool day = out && out->find('-') != std::string::npos;
  return day ? std::nullopt : out;
}

}  // namespace

bool is_times_of_day(const Column& column) {
  const Dictionary& values = column.dictionary;
  if (column.type() != ColumnType::Text || values.missing_count() == values.size()) return false;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    if (!clock_of(values.text(static_cast<ValueId>(v)))) return false;
  }
  return true;
}

Hierarchy build_times(const Column& column) {
  constexpr std::array<std::string_view, 4> kParts{"night", "morning", "afternoon", "evening"};
  constexpr std::size_t kLevels = 4;  // time, hour, part, all
  const Dictionary& values = column.dictionary;
  std::vector<std::pair<std::string, ValueId>> times;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    const auto clock = clock_of(values.text(id));
    PRIVET_CHECK(clock.has_value());
    times.emplace_back(*clock, id);
  }
  std::sort(times.begin(), times.end());
  RowMaker rows(kLevels, fmt::format("times of column {}", quote_for_message(column.name)));
  rows.add_missing(values);
  for (const auto& [clock, id] : times) {
    const unsigned hour =
        std::min(static_cast<unsigned>((clock[0] - '0') * 10 + (clock[1] - '0')), 23U);
    rows.add_view(values.text(id));
    rows.add(fmt::format("{:02}h", hour));
    rows.add(std::string(kParts.at(hour / 6)));
    rows.add_view(RowMaker::kRoot);
  }
  return rows.make();
}

}  // namespace privet
