// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/tell_polynomial.h"

#include "base/error.h"
#include "protocol/arithmetic/polynomial.h"

namespace privet::protocol {

void tell_polynomials(net::Channel& channel, OtSender& transfers,
                      std::span<const std::uint64_t> coefficients, unsigned degree,
                      std::array<PartyId, 2> parties, Ledger& ledger, Opening opening) {
  PRIVET_CHECK(coefficients.size() % (degree + 1) == 0);
  std::vector<std::uint64_t> shares(coefficients.size() / (degree + 1));
  ledger.record(parties[1], opening, shares.size());
  evaluate_polynomials(channel, transfers, coefficients, degree, shares);
  net::send_values(channel, shares);
  channel.flush();
}

std::vector<std::uint64_t> learn_at_points(net::Channel& channel, OtReceiver& transfers,
                                           std::span<const std::uint64_t> points, unsigned degree,
                                           std::array<PartyId, 2> parties, Ledger& ledger,
                                           Opening opening) {
  ledger.record(parties[1], opening, points.size());
  std::vector<std::uint64_t> shares(points.size());
  evaluate_at_points(channel, transfers, points, degree, shares);
  std::vector<std::uint64_t> values(points.size());
  net::receive_values(channel, values);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += shares[i];
  return values;
}

}  // namespace privet::protocol
