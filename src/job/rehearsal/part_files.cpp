// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/part_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"

namespace privet::job {
namespace {

namespace fs = std::filesystem;

std::string part_file(const std::string& folder, std::size_t party) {
  return (fs::path(folder) / fmt::format("party-{}.json", party + 1)).string();
}

}  // namespace

std::vector<std::string> part_files(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code ignored;
  while (fs::exists(part_file(folder, out.size()), ignored)) {
    out.push_back(part_file(folder, out.size()));
  }
  if (out.empty()) {
    throw Error(ErrorCode::Input,
                fmt::format("{} is not there: give the folder that --save-parts named",
                            part_file(folder, 0)),
                {.parameter = "--saved"});
  }
  return out;
}

void check_parts_folder(const std::string& folder, std::size_t parties) {
  const Place place{.parameter = "--save-parts"};
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is a file: give a folder", folder), place);
  }
  // Parts of two models in one folder would be taken for one.
  for (std::size_t p = 0; p < parties; ++p) {
    if (!fs::exists(part_file(folder, p), ignored)) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("{} is there already: give another folder", part_file(folder, p)),
                place);
  }
}

void add_parts(const std::string& folder, std::span<const std::string> parts, OutputFiles& files) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    throw Error(ErrorCode::Output,
                fmt::format("the folder {} cannot be made: {}", folder, failed.message()),
                {.parameter = "--save-parts"});
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    files.add(part_file(folder, p), parts[p], AtomicFile::Access::OwnerOnly);
  }
}

}  // namespace privet::job
