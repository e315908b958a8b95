// SPDX-License-Identifier: Apache-2.0
#include "catalog/cut_score.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "utility/learned_weights.h"

namespace privet {
namespace {

double weight(std::string_view text, const Place& place) {
  const auto number = parse_number(text);
  if (!number || *number < 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("a weight is a number of at least 0, not {}", shown(text)), place);
  }
  return *number;
}

}  // namespace

std::vector<double> read_priorities(const Settings& settings, const Problem& problem) {
  const Place place = settings.place("priority");
  std::vector<double> out(problem.quasi.size());
  std::vector<bool> named(out.size());
  for (const auto& part : split_list(settings.text("priority"))) {
    const auto equals = part.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ErrorCode::Usage, fmt::format("needs COLUMN=WEIGHT, not {}", shown(part)), place);
    }
    const AttributeId id = problem.table.require(part.substr(0, equals), "--priority");
    const auto quasi = std::find_if(problem.quasi.begin(), problem.quasi.end(),
                                    [&](const QuasiIdentifier& q) { return q.column == id; });
    if (quasi == problem.quasi.end()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is no quasi-identifier", shown(part.substr(0, equals))),
                  place);
    }
    const auto at = static_cast<std::size_t>(quasi - problem.quasi.begin());
    if (named[at]) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is named twice", shown(part.substr(0, equals))), place);
    }
    named[at] = true;
    out[at] = weight(part.substr(equals + 1), place);
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
                            shown(settings.text("score"))),
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
