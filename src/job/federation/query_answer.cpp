// SPDX-License-Identifier: Apache-2.0
#include "job/federation/query_answer.h"

#include <algorithm>
#include <cmath>

namespace privet::job {
namespace {

constexpr double kTwoSided = 1.959964;  // of the normal distribution, 95%
constexpr double kHalfATenth = 0.05;
constexpr double kThousandths = 1000;

// All cells of one group, added up.
struct SumTotals {
  double with = 0;         // expected records with a number
  double surely_with = 0;  // certain ones
  double possibly_with = 0;
  double value = 0;
  double low = 0;
  double high = 0;
};
struct GroupTotals {
  std::vector<std::string> group;
  double expected = 0;
  double certain = 0;
  double possible = 0;
  double variance = 0;
  std::vector<SumTotals> sums;
};

void add_cell(const Json& cell, GroupTotals& out) {
  const auto count = cell.at("count").get<double>();
  const auto share = cell.at("tenths").get<double>() / 10;
  const bool certain = share == 1;
  out.expected += count * share;
  out.certain += certain ? count : 0;
  out.possible += count;
  out.variance += count * share * (1 - share);
  for (std::size_t s = 0; s < out.sums.size(); ++s) {
    const auto& told = cell.at("sums")[s];
    auto& sum = out.sums[s];
    const auto with = told.at("with").get<double>();
    sum.with += with * share;
    sum.surely_with += certain ? with : 0;
    sum.possibly_with += with;
    sum.value += told.at("middle").get<double>() / kThousandths * share;
    sum.low += told.at("low").get<double>() / kThousandths;
    sum.high += told.at("high").get<double>() / kThousandths;
  }
}

Estimate count_of(const GroupTotals& group, bool coarse) {
  const double doubtful = group.possible - group.certain;
  const double tossed = kTwoSided * std::sqrt(group.variance) + kHalfATenth * doubtful;
  const double widest = std::max(group.possible - group.expected, group.expected - group.certain);
  return {group.expected, coarse ? widest : std::min(tossed, widest), group.certain,
          group.possible};
}

Estimate between(double value, double low, double high) {
  return {value, std::max(value - low, high - value), low, high};
}

std::optional<Estimate> average_of(const SumTotals& sum) {
  if (sum.surely_with == 0) return std::nullopt;
  const auto low = sum.low / (sum.low < 0 ? sum.surely_with : sum.possibly_with);
  const auto high = sum.high / (sum.high < 0 ? sum.possibly_with : sum.surely_with);
  return between(sum.value / sum.with, low, high);
}

}  // namespace

std::vector<AnswerLine> estimate_answer(const Json& told, std::size_t summed) {
  std::vector<GroupTotals> groups;
  for (const auto& cell : told.at("cells")) {
    auto shown = cell.at("group").get<std::vector<std::string>>();
    if (groups.empty() || groups.back().group != shown) {
      groups.push_back({.group = std::move(shown), .sums = std::vector<SumTotals>(summed)});
    }
    add_cell(cell, groups.back());
  }
  std::vector<AnswerLine> out;
  for (const auto& group : groups) {
    AnswerLine line{.group = group.group, .count = count_of(group, told.at("coarse").get<bool>())};
    for (const auto& sum : group.sums) {
      line.sums.push_back(between(sum.value, sum.low, sum.high));
      line.averages.push_back(average_of(sum));
      line.without =
          std::max(line.without, static_cast<std::size_t>(group.possible - sum.possibly_with));
    }
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace privet::job
