// SPDX-License-Identifier: Apache-2.0
// Columns as a flag takes them, for messages that say which flag to add.
#pragma once

#include <string>
#include <vector>

namespace privet::job {

// "zip,ill"; in quotes for a shell where a name needs them: "'home town,zip'".
[[nodiscard]] std::string flag_list(const std::vector<std::string>& names);

}  // namespace privet::job
