// SPDX-License-Identifier: Apache-2.0
// Where text goes that is too long to be made first and written then.
#pragma once

#include <functional>
#include <string_view>

namespace privet {

// Takes the bytes of a file, piece after piece; called from one thread. Throws to stop.
using Sink = std::function<void(std::string_view)>;

}  // namespace privet
