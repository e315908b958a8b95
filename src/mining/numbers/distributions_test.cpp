// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/distributions.h"

#include <gtest/gtest.h>

namespace privet::mining {
namespace {

// pchisq, pt, qt, pf and qnorm of R 4.2.2.
TEST(Distributions, TailsAreThoseOfR) {
  EXPECT_NEAR(chi_squared_tail(0.5, 1), 4.79500122186953e-01, 1e-13);
  EXPECT_NEAR(chi_squared_tail(3.84, 1), 5.00435212487052e-02, 1e-14);
  EXPECT_NEAR(chi_squared_tail(40, 7), 1.25879038737131e-06, 1e-18);
  EXPECT_NEAR(student_two_sided(0.7, 3), 5.34326998304764e-01, 1e-13);
  EXPECT_NEAR(student_two_sided(-2.5, 12), 2.79153995713252e-02, 1e-14);
  EXPECT_NEAR(student_two_sided(9, 40), 3.68016447170618e-11, 1e-22);
  EXPECT_NEAR(fisher_tail(0.8, 2, 7), 4.86517605606168e-01, 1e-13);
  EXPECT_NEAR(fisher_tail(3.1, 4, 30), 3.00373223235208e-02, 1e-14);
  EXPECT_NEAR(fisher_tail(20, 1, 500), 9.59290108730012e-06, 1e-17);
}

TEST(Distributions, QuantilesAreThoseOfR) {
  EXPECT_NEAR(normal_two_sided_quantile(0.05), 1.95996398454005, 1e-12);
  EXPECT_NEAR(student_two_sided_quantile(0.05, 1), 12.70620473617469, 1e-10);
  EXPECT_NEAR(student_two_sided_quantile(0.05, 5), 2.57058183563631, 1e-12);
  EXPECT_NEAR(student_two_sided_quantile(0.05, 200), 1.97189622363391, 1e-12);
}

TEST(Distributions, EdgesAreEdges) {
  EXPECT_EQ(chi_squared_tail(0, 3), 1);
  EXPECT_EQ(fisher_tail(0, 3, 4), 1);
  EXPECT_NEAR(student_two_sided(0, 9), 1, 1e-15);
  EXPECT_EQ(student_two_sided(1e300, 9), 0);
  EXPECT_EQ(normal_two_sided(0), 1);
}

}  // namespace
}  // namespace privet::mining
