// SPDX-License-Identifier: Apache-2.0
// Reduces words to stems, so that "searches" and "searching" are one term.
// Reference: M. Porter, Snowball: a language for stemming algorithms, 2001 (libstemmer).
// Threads: one Stemmer per thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace privet::profile {

inline constexpr std::string_view kNoStemming = "none";

class Stemmer {
 public:
  // A language of languages(). Throws Error{Usage} naming the nearest.
  explicit Stemmer(const std::string& language);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;
  Stemmer(const Stemmer&) = delete;
  Stemmer& operator=(const Stemmer&) = delete;

  // The stem of a word whose case is folded; valid until the next call.
  [[nodiscard]] std::string_view stem(std::string_view word);
  [[nodiscard]] const std::string& language() const { return language_; }

 private:
  class Snowball;
  std::string language_;
  std::unique_ptr<Snowball> snowball_;  // null for kNoStemming
};

// All languages there are stemmers for, and kNoStemming.
[[nodiscard]] std::vector<std::string> languages();

}  // namespace privet::profile
