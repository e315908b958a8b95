// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/tell_polynomial.h"

#include "base/error.h"
#include "protocol/arithmetic/polynomial.h"
#include "protocol/ot/pairwise.h"

namespace privet::protocol {

void tell_polynomials(const Setting& setting, PartyId asking,
                      std::span<const std::uint64_t> coefficients, unsigned degree,
                      Opening opening) {
  PRIVET_CHECK(coefficients.size() % (degree + 1) == 0);
  std::vector<std::uint64_t> shares(coefficients.size() / (degree + 1));
  setting.ledger.record(opening, {setting.own()}, asking, shares.size());
  auto& channel = setting.to(asking);
  evaluate_polynomials(channel, setting.transfers.sender(asking), coefficients, degree, shares);
  net::send_values(channel, shares);
  channel.flush();
}

std::vector<std::uint64_t> learn_at_points(const Setting& setting, PartyId holder,
                                           std::span<const std::uint64_t> points, unsigned degree,
                                           Opening opening) {
  setting.ledger.record(opening, {holder}, setting.own(), points.size());
  auto& channel = setting.to(holder);
  std::vector<std::uint64_t> shares(points.size());
  evaluate_at_points(channel, setting.transfers.receiver(holder), points, degree, shares);
  std::vector<std::uint64_t> values(points.size());
  net::receive_values(channel, values);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += shares[i];
  return values;
}

}  // namespace privet::protocol
