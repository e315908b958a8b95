// SPDX-License-Identifier: Apache-2.0
#include "catalog/cut_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"

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

// "age=5,sex=1" -> one number for each quasi-identifier.
std::vector<double> read_priorities(const Settings& settings, const Problem& problem) {
  const Place place = settings.place("priority");
  std::vector<double> out(problem.quasi.size());
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
    out[static_cast<std::size_t>(quasi - problem.quasi.begin())] =
        weight(part.substr(equals + 1), place);
  }
  const double largest = *std::max_element(out.begin(), out.end());
  if (largest <= 0) throw Error(ErrorCode::Usage, "one priority must be above 0", place);
  for (double& priority : out) priority /= largest;
  return out;
}

}  // namespace

CutScore read_cut_score(const Settings& settings, const Problem& problem) {
  CutScore out;
  if (settings.given("priority")) {
    out.priorities = read_priorities(settings, problem);
    out.priority = 1;
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
    throw Error(ErrorCode::Usage,
                "a weight for priorities needs priorities; give them with --priority", place);
  }
  if (out.purity > 0 && !problem.class_column) {
    throw Error(ErrorCode::Usage, "a weight for purity needs a class column; name one with --class",
                place);
  }
  return out;
}

}  // namespace privet
