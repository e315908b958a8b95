// SPDX-License-Identifier: Apache-2.0
// How a job gets the passphrase of a locked file, without knowing whether a terminal, a file or a
// program gives it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/description.h"

namespace privet {

// Asks for the passphrase of a file; `fresh` if the file is about to be made. The text is handed to
// `use` and wiped after it.
using PassphraseSource = std::function<void(const std::string& file, bool fresh,
                                            const std::function<void(std::string_view)>& use)>;

// --passphrase-file
[[nodiscard]] inline Parameter passphrase_parameter() {
  return {.name = "passphrase-file",
          .kind = ParameterKind::File,
          .summary = "Take the passphrase from the first line of this file instead of asking.",
          .placeholder = "FILE"};
}

}  // namespace privet
