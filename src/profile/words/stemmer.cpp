// SPDX-License-Identifier: Apache-2.0
#include "profile/words/stemmer.h"

#include <fmt/format.h>
#include <libstemmer.h>

#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/names.h"

namespace privet::profile {

class Stemmer::Snowball {
 public:
  explicit Snowball(const std::string& language)
      : stemmer_(sb_stemmer_new(language.c_str(), "UTF_8")) {}
  ~Snowball() { sb_stemmer_delete(stemmer_); }
  Snowball(const Snowball&) = delete;
  Snowball& operator=(const Snowball&) = delete;

  [[nodiscard]] bool works() const { return stemmer_ != nullptr; }
  std::string_view stem(std::string_view word) {
    const auto* bytes = sb_stemmer_stem(stemmer_, reinterpret_cast<const sb_symbol*>(word.data()),
                                        static_cast<int>(word.size()));
    if (bytes == nullptr) throw std::bad_alloc();
    return {reinterpret_cast<const char*>(bytes),
            static_cast<std::size_t>(sb_stemmer_length(stemmer_))};
  }

 private:
  sb_stemmer* stemmer_;
};

Stemmer::Stemmer(const std::string& language) : language_(language) {
  if (language == kNoStemming) return;
  const auto known = languages();
  if (std::find(known.begin(), known.end(), language) != known.end()) {
    snowball_ = std::make_unique<Snowball>(language);
  }
  if (snowball_ != nullptr && snowball_->works()) return;
  const auto near = nearest_name(language, known);
  throw Error(ErrorCode::Usage,
              near ? fmt::format("there is no stemmer for {}; did you mean '{}'?",
                                 quote_for_message(language), *near)
                   : fmt::format("there is no stemmer for {}; there are {}",
                                 quote_for_message(language), fmt::join(known, ", ")),
              {.parameter = "--language"});
}

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

std::string_view Stemmer::stem(std::string_view word) {
  return snowball_ == nullptr ? word : snowball_->stem(word);
}

std::vector<std::string> languages() {
  std::vector<std::string> out;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) out.emplace_back(*name);
  std::sort(out.begin(), out.end());
  out.emplace_back(kNoStemming);
  return out;
}

}  // namespace privet::profile
