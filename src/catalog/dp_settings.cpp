// SPDX-License-Identifier: Apache-2.0
#include "catalog/dp_settings.h"

#include <fmt/format.h>

#include "base/error.h"
#include "data/value_form.h"
#include "privacy/sampling_theorem.h"

namespace privet {

DpSettings read_dp(const Settings& settings) {
  DpSettings out;
  std::vector<double> numbers;
  for (const auto& part : split_list(settings.text("dp"))) {
    numbers.push_back(parse_number(part).value_or(-1));
  }
  constexpr double kMostEpsilon = 20;
  constexpr double kLeastDelta = 1e-200;
  const bool sound = numbers.size() == 2 && numbers[0] > 0 && numbers[0] <= kMostEpsilon &&
                     numbers[1] >= kLeastDelta && numbers[1] < 1;
  if (!sound) {
    throw Error(ErrorCode::Usage,
                fmt::format("needs EPSILON,DELTA such as 1,1e-6 (above 0 up to 20, and from 1e-200 "
                            "to below 1), not {}",
                            quote_for_message(settings.text("dp"))),
                settings.place("dp"));
  }
  out.epsilon = numbers[0];
  out.delta = numbers[1];
  const double largest = largest_sampling(out.epsilon);
  out.sampling = settings.given("dp-sampling") ? settings.real("dp-sampling") : largest;
  if (out.sampling > largest) {
    throw Error(ErrorCode::Usage,
                fmt::format("an epsilon of {} allows a chance of at most 1 - e^-epsilon = {:.6g}",
                            out.epsilon, largest),
                settings.place("dp-sampling"));
  }
  return out;
}

}  // namespace privet
