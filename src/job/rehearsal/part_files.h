// SPDX-License-Identifier: Apache-2.0
// The folder of a model that lies in parts: one file for each party, party-1.json and so on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "job/outputs.h"

namespace privet::job {

// The files there, in the order of parties. Throws Error{Input} if there is none.
[[nodiscard]] std::vector<std::string> part_files(const std::string& folder);
// Throws Error{Usage} if parts cannot be saved there: it is a file, or has a part already.
void check_parts_folder(const std::string& folder, std::size_t parties);
// A file for each part, readable for the owner only; makes the folder.
void add_parts(const std::string& folder, std::span<const std::string> parts, OutputFiles& files);

}  // namespace privet::job
