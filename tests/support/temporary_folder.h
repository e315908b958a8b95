// SPDX-License-Identifier: Apache-2.0
// A folder for the files of one test, gone when the test ends.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace privet::testing_support {

class TemporaryFolder {
 public:
  TemporaryFolder() : folder_((std::filesystem::temp_directory_path() / "privet.XXXXXX").string()) {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path(const std::string& file) const { return folder_ + "/" + file; }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace privet::testing_support
