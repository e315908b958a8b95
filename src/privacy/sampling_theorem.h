// SPDX-License-Identifier: Apache-2.0
// How large k must be so that a random sample, generalized by a fixed scheme and stripped of groups
// smaller than k, is (epsilon, delta)-differentially private.
// Theorem (Li, Qardaji and Su): let each record be drawn with the chance beta, epsilon >= -ln(1 -
// beta), gamma = (e^epsilon - 1 + beta) / e^epsilon. Then it is, with
//   delta(k) = max over n >= ceil(k / gamma - 1) of sum over j > gamma n of Binomial(j; n, beta).
// Idea: the maximum runs over infinitely many n, but by Chernoff the sum is at most
// exp(-n KL(gamma, beta)), which falls with n: it ends where that falls below what was found.
// Rounding goes to the safe side: sums begin at the smaller of two candidates and are widened.
// Reference: Li, Qardaji, Su, "On sampling, anonymization, and differential privacy" (2012),
// theorem 1; used so by Bild, Kuhn, Prasser, "SafePub" (2018). Cost: a few thousand binomial terms.
#pragma once

#include <cstddef>

namespace privet {

// The largest chance that epsilon allows: 1 - e^-epsilon.
[[nodiscard]] double largest_sampling(double epsilon);
// delta(k). Requires epsilon > 0, 0 < beta <= largest_sampling(epsilon), k >= 1.
[[nodiscard]] double sampling_delta(std::size_t k, double epsilon, double beta);
// The smallest k with delta(k) <= delta. Requires 0 < delta < 1 too. Throws Error{Usage} above
// 10^6.
[[nodiscard]] std::size_t sampling_k(double epsilon, double delta, double beta);

}  // namespace privet
