// SPDX-License-Identifier: Apache-2.0
// Tail probabilities and quantiles that tests and confidence intervals need.
// Idea: the normal tail is the library's erfc; chi-squared is the incomplete gamma function and
// Student's t and F are the incomplete beta function, each by its series or continued fraction,
// whichever converges. Quantiles are found by bisection.
// Reference: Abramowitz and Stegun, "Handbook of mathematical functions" (1964), 6.5 and 26.5.
// Cost: at most a few hundred terms.
#pragma once

namespace privet::mining {

// P(|Z| > |z|) for a standard normal Z, and the z with P(|Z| > z) = p.
[[nodiscard]] double normal_two_sided(double z);
[[nodiscard]] double normal_two_sided_quantile(double p);
// P(X > x) for X chi-squared.
[[nodiscard]] double chi_squared_tail(double x, double freedom);
// P(|T| > |t|) for Student's T, and the t with P(|T| > t) = p.
[[nodiscard]] double student_two_sided(double t, double freedom);
[[nodiscard]] double student_two_sided_quantile(double p, double freedom);
// P(X > x) for X of Fisher's F.
[[nodiscard]] double fisher_tail(double x, double freedom1, double freedom2);

}  // namespace privet::mining
