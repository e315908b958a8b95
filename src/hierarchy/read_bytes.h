// SPDX-License-Identifier: Apache-2.0
// The whole content of a hierarchy file, gunzipped if it is gzip.
#pragma once

#include <string>

namespace privet {

// Throws Error{Input} if the path is not a readable file, or the gzip data is damaged.
[[nodiscard]] std::string read_hierarchy_bytes(const std::string& path);

}  // namespace privet
