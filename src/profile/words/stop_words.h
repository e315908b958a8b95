// SPDX-License-Identifier: Apache-2.0
// Words that say how a sentence is built and not what it is about.
// Languages without a list of ours have only the words the user gives.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace privet::profile {

class StopWords {
 public:
  // The list of the language, and `more` (folded here).
  StopWords(std::string_view language, const std::vector<std::string>& more);

  // `word` with its case folded.
  [[nodiscard]] bool contains(std::string_view word) const { return words_.contains(word); }

 private:
  std::set<std::string, std::less<>> words_;
};

// Whether there is a list for this language.
[[nodiscard]] bool has_stop_words(std::string_view language);

}  // namespace privet::profile
