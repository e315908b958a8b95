// SPDX-License-Identifier: Apache-2.0
#include "catalog/cut_score.h"

#include <fmt/format.h>

#include <algorithm>

#include "application/learned_weights.h"
#include "base/error.h"
#include "catalog/attribute_numbers.h"

namespace privet {
namespace {

double weight(std::string_view text, const Place& place) {
  const auto number = parse_number(text);
  if (!number || *number < 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("a weight is a number of at least 0, not {}", quote_for_message(text)),
                place);
  }
  return *number;
}

}  // namespace

std::vector<double> read_priorities(const Settings& settings, const Problem& problem) {
  const Place place = settings.place("priority");
  std::vector<double> out;
  for (const auto& weight : read_attribute_numbers(settings, "priority", problem)) {
    out.push_back(weight.value_or(0));
  }
  if (*std::max_element(out.begin(), out.end()) <= 0) {
    throw Error(ErrorCode::Usage, "one priority must be above 0", place);
  }
  scale_weights(out);
  return out;
}

CutScore read_cut_score(const Settings& settings, const Problem& problem) {
  CutScore out;
  out.priorities = problem.weights;
  if (out.priorities.empty() && settings.given("priority")) {
    out.priorities = read_priorities(settings, problem);
  }
  if (!out.priorities.empty()) out.priority = 1;
  if (settings.given("site-weight")) {
    out.site = settings.real("site-weight");
    if (!problem.site_column) {
      throw Error(ErrorCode::Usage,
                  "the site of a record must be known; name its column with --site",
                  settings.place("site-weight"));
    }
  }
  if (!settings.given("score")) return out;
  const Place place = settings.place("score");
  const auto parts = split_list(settings.text("score"));
  if (parts.size() != 3) {
    throw Error(ErrorCode::Usage,
                fmt::format("needs three weights SPREAD,PRIORITY,PURITY such as 1,1,0, not {}",
                            quote_for_message(settings.text("score"))),
                place);
  }
  out.spread = weight(parts[0], place);
  out.priority = weight(parts[1], place);
  out.purity = weight(parts[2], place);
  if (out.spread + out.priority + out.purity <= 0)
    throw Error(ErrorCode::Usage, "one weight must be above 0", place);
  if (out.priority > 0 && out.priorities.empty()) {
    throw Error(
        ErrorCode::Usage,
        "a weight for priorities needs priorities; give them with --priority or --learn-weights",
        place);
  }
  if (out.purity > 0 && !problem.class_column) {
    throw Error(ErrorCode::Usage, "a weight for purity needs a class column; name one with --class",
                place);
  }
  return out;
}

}  // namespace privet
