// SPDX-License-Identifier: Apache-2.0
#include "federation/query/site_answer.h"

#include <cmath>

#include "base/error.h"

namespace privet::federation {
namespace {

using protocol::NumberVector;

constexpr double kUnit = 1000;  // sums count thousandths

}  // namespace

std::string answered_before(const Settings& settings) {
  return settings.has("answered") ? settings.text("answered") : std::string();
}

SiteAnswer::SiteAnswer(const Table& table, const Settings& settings)
    : part(table),
      query(parse_query(settings.text("query"), part.columns())),
      log(read_log(answered_before(settings), settings.count("k"), settings.count("sites"),
                   column_names(table))),
      combinations(combinations_of(part, log)) {}

std::set<std::string> SiteAnswer::groups() const {
  std::set<std::string> out;
  const auto tenths = part.tenths(query);
  for (std::size_t r = 0; r < part.records(); ++r) {
    if (tenths[r] > 0) out.insert(group_text(part.shown(query, r)));
  }
  return out;
}

NumberVector SiteAnswer::sizes(const AnsweredQuery& asked) const {
  const auto cells = cells_of(part, query, asked);
  NumberVector out(log.occupied.size() * asked.cells());
  for (std::size_t r = 0; r < cells.size(); ++r) {
    ++out[combinations[r] * asked.cells() + cells[r]];
  }
  return out;
}

NumberVector SiteAnswer::numbers(const AnsweredQuery& asked) const {
  const auto cells = cells_of(part, query, asked);
  const auto summed = query.summed();
  const auto width = 1 + kNumbersOfSum * summed.size();
  std::vector<double> sums((asked.cells() - 1) * width);
  for (std::size_t r = 0; r < cells.size(); ++r) {
    if (cells[r] == 0) continue;
    auto* at = &sums[(cells[r] - 1) * width];
    at[0] += 1;
    const bool certain = asked.tenth_of(cells[r]) == kCertain;
    for (std::size_t s = 0; s < summed.size(); ++s) {
      const auto [low, high] = part.ends(summed[s], r);
      if (std::isnan(low)) continue;
      auto* of_sum = at + 1 + kNumbersOfSum * s;
      of_sum[0] += 1;
      of_sum[1] += std::round((low + high) / 2 * kUnit);
      of_sum[2] += std::floor((certain ? low : std::min(low, 0.0)) * kUnit);
      of_sum[3] += std::ceil((certain ? high : std::max(high, 0.0)) * kUnit);
    }
  }
  NumberVector out;
  for (const auto sum : sums) {
    if (std::abs(sum) >= static_cast<double>(kOffset)) {
      throw Error(ErrorCode::Input,
                  "the numbers that are summed are too large to be summed "
                  "together: leave sum() and avg() out");
    }
    out.push_back(kOffset + static_cast<std::uint64_t>(static_cast<std::int64_t>(sum)));
  }
  return out;
}

}  // namespace privet::federation
