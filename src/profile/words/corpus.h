// SPDX-License-Identifier: Apache-2.0
// A person's documents as sets of terms.
// Idea: each distinct word is judged (stop word?) and stemmed once; after that a word is a look-up.
// A term is shown as the word that was seen most often for its stem.
// Cost: linear in the text; 4 bytes per distinct term of a document.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace privet::profile {

using TermId = Id<struct TermTag>;

struct Term {
  std::string stem;
  std::string shown;  // the most frequent word of this stem; the first by alphabet of equals

  bool operator==(const Term&) const = default;
};

// The terms of each document, every term once, ascending. Terms are in the order of their stems.
struct Corpus {
  std::vector<Term> terms = {};
  std::vector<std::uint64_t> starts = {0};  // documents + 1
  std::vector<TermId> words = {};

  [[nodiscard]] std::size_t documents() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const TermId> document(std::size_t index) const {
    return std::span(words).subspan(starts[index], starts[index + 1] - starts[index]);
  }
};

struct WordOptions {
  std::string language = "english";          // of the stemmer and of the stop words
  std::vector<std::string> stop_words = {};  // more of them
};

class CorpusBuilder {
 public:
  explicit CorpusBuilder(const WordOptions& options);
  ~CorpusBuilder();
  CorpusBuilder(const CorpusBuilder&) = delete;
  CorpusBuilder& operator=(const CorpusBuilder&) = delete;

  // One document. A document of no term counts too.
  void add(std::string_view text);
  [[nodiscard]] std::size_t documents() const;
  [[nodiscard]] Corpus finish() &&;

 private:
  class Words;
  std::unique_ptr<Words> words_;
};

// A corpus whose words are terms as they are: for tests and for texts prepared elsewhere.
[[nodiscard]] Corpus corpus_of_terms(const std::vector<std::vector<std::string>>& documents);

}  // namespace privet::profile
