// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/tell_polynomial.h"

#include "base/error.h"
#include "protocol/arithmetic/polynomial.h"
#include "protocol/raw_share.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;

void tell_polynomials(const Setting& setting, PartyId asking,
                      std::span<const std::uint64_t> coefficients, unsigned degree,
                      Opening opening) {
  PRIVET_CHECK(coefficients.size() % (degree + 1) == 0);
  const auto recorded =
      setting.ledger.record(opening, {setting.own()}, asking, coefficients.size() / (degree + 1));
  const auto shares = evaluate_polynomials(setting, asking, coefficients, degree);
  auto& channel = line_to(setting, asking);
  send_told(recorded, channel, raw(shares));
  channel.flush();
}

std::vector<std::uint64_t> learn_at_points(const Setting& setting, PartyId holder,
                                           std::span<const std::uint64_t> points, unsigned degree,
                                           Opening opening) {
  const auto recorded = setting.ledger.record(opening, {holder}, setting.own(), points.size());
  const auto shares = evaluate_at_points(setting, holder, points, degree);
  std::vector<std::uint64_t> values(points.size());
  net::receive_values(line_to(setting, holder), values);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += raw(shares)[i];
  return values;
}

}  // namespace privet::protocol
