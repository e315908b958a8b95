// SPDX-License-Identifier: Apache-2.0
// Keeps a command from writing over a file it reads, or over another it writes.
#pragma once

#include "base/same_file.h"
#include "base/settings.h"

namespace privet::cli {

// Throws Error{Usage} at --`written` if the two settings name the same file; does nothing where
// either is not given, or the other is standard input.
void refuse_same(const Settings& settings, const char* written, const char* other,
                 const char* message);

}  // namespace privet::cli
