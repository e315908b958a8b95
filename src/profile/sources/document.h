// SPDX-License-Identifier: Apache-2.0
// One document of a person: a file, a mail, a page she visited, a record.
#pragma once

#include <functional>
#include <string>

namespace privet::profile {

struct Document {
  std::string title = {};
  std::string address = {};  // where it came from: a path, a URL, a number
  std::string text = {};
};

using DocumentSink = std::function<void(const Document&)>;

}  // namespace privet::profile
