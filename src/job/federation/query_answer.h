// SPDX-License-Identifier: Apache-2.0
// What the sites told about a query, as estimates with error bars.
// Idea: a record whose cells satisfy the condition in part counts as that share of one. The true
// number lies between the certain records and all that may match. The bar around an estimated count
// is two-sided for 95%, taking each such record for a toss of its own coin, plus what rounding to
// tenths may hide; where the shares are not told it reaches to both bounds. Sums and means have the
// bars that ends of ranges and doubtful records allow at worst.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "query/select_query.h"

namespace privet::job {

struct Estimate {
  double value = 0;
  double error = 0;  // the bar: value - error to value + error
  double low = 0;    // for certain not below, nor above
  double high = 0;
};

struct AnswerLine {
  std::vector<std::string> group = {};
  Estimate count = {};
  std::vector<Estimate> sums = {};                     // as SelectQuery::summed()
  std::vector<std::optional<Estimate>> averages = {};  // none where no record surely counts
  std::size_t without = 0;  // records whose cell says nothing of a number that is summed
};

// `told`: the cells of the task's answer (federation/query/query_release.cpp).
[[nodiscard]] std::vector<AnswerLine> estimate_answer(const Json& told, std::size_t summed);

}  // namespace privet::job
