// SPDX-License-Identifier: Apache-2.0
// l-site-diversity: every class has records from at least l sites, so that no site can find out
// which of its partners a record came from. Reference: Jurczyk and Xiong, "Distributed
// anonymization: achieving privacy for both data subjects and data providers" (2009).
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kSiteDiversity;

// `context` must outlive the model. Throws Error{Usage} if no column is named as the site.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_site_diversity(std::size_t l,
                                                                const ModelContext& context);

}  // namespace privet
