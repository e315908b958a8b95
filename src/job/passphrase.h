// SPDX-License-Identifier: Apache-2.0
// How a job asks for the passphrase of a locked file, whoever answers: a terminal, a file, a test.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/description.h"

namespace privet {

// Asks for the passphrase of a key file; `fresh` if the file is about to be made. The text is
// handed to `use` and wiped after it.
using PassphraseSource = std::function<void(const std::string& file, bool fresh,
                                            const std::function<void(std::string_view)>& use)>;

}  // namespace privet

namespace privet::job {

// --passphrase-file
[[nodiscard]] Parameter passphrase_parameter();

}  // namespace privet::job
