// SPDX-License-Identifier: Apache-2.0
// The plot of loss against suppression over the nodes that a search looked at.
#pragma once

#include "anonymize/search_account.h"
#include "report/page/html.h"

namespace privet {

[[nodiscard]] Figure search_figure(const SearchAccount& account);

}  // namespace privet
