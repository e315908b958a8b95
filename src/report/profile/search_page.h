// SPDX-License-Identifier: Apache-2.0
// The page of the search wrapper: a box for the query, and the results in their new order with the
// engine's rank beside. All text from outside is escaped; only addresses of the web become links.
#pragma once

#include <string>

#include "profile/engine/search_service.h"

namespace privet {

[[nodiscard]] std::string search_page(const profile::SearchAnswer& answer);
// What the page's /style.css holds.
[[nodiscard]] std::string search_page_style();

}  // namespace privet
