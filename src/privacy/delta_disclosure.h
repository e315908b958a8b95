// SPDX-License-Identifier: Apache-2.0
// delta-disclosure privacy: in every class every sensitive value of the table is about as frequent
// as in the table: |log2(q / p)| < delta for its share q in the class and p in the table. A value
// that a class lacks breaks it, whatever delta: that somebody does not have an illness is a
// disclosure too. Reference: Brickell and Shmatikov, "The cost of privacy: destruction of
// data-mining utility in anonymized data publishing" (2008).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kDeltaDisclosure;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_delta_disclosure(double delta,
                                                                  const ModelContext& context);

}  // namespace privet
