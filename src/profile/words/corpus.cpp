// SPDX-License-Identifier: Apache-2.0
#include "profile/words/corpus.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "data/text_pool.h"
#include "profile/words/stemmer.h"
#include "profile/words/stop_words.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

constexpr TermId kStopped = TermId{~0U};

// Gives terms the numbers of their order by stem, in `terms` and in `words`.
void sort_terms(Corpus& corpus) {
  std::vector<TermId> order(corpus.terms.size());
  std::iota(order.begin(), order.end(), TermId{0});
  std::sort(order.begin(), order.end(),
            [&](TermId a, TermId b) { return corpus.terms[a].stem < corpus.terms[b].stem; });
  std::vector<TermId> place(order.size());
  std::vector<Term> sorted;
  sorted.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<TermId>(i);
    sorted.push_back(std::move(corpus.terms[order[i]]));
  }
  corpus.terms = std::move(sorted);
  for (auto& word : corpus.words) word = place[word];
  for (std::size_t d = 0; d < corpus.documents(); ++d) {
    std::sort(corpus.words.begin() + static_cast<std::ptrdiff_t>(corpus.starts[d]),
              corpus.words.begin() + static_cast<std::ptrdiff_t>(corpus.starts[d + 1]));
  }
}

}  // namespace

class CorpusBuilder::Words {
 public:
  explicit Words(const WordOptions& options)
      : stemmer_(options.language), stop_words_(options.language, options.stop_words) {}

  void add(std::string_view text) {
    ++document_;
    for_each_word(text, [this](std::string_view word) { add_word(word); });
    corpus_.starts.push_back(corpus_.words.size());
  }

  [[nodiscard]] std::size_t documents() const { return corpus_.documents(); }

  Corpus finish() {
    std::vector<std::uint64_t> most(stems_.size(), 0);
    corpus_.terms.resize(stems_.size());
    for (ValueId form = 0; form < forms_.size(); ++form) {
      const TermId term = term_of_form_[form];
      if (term == kStopped) continue;
      const std::string_view text = forms_.text(form);
      auto& shown = corpus_.terms[term].shown;
      if (seen_[form] > most[term] || (seen_[form] == most[term] && text < shown)) {
        most[term] = seen_[form];
        shown = text;
      }
    }
    for (ValueId term = 0; term < stems_.size(); ++term) {
      corpus_.terms[term].stem = stems_.text(term);
    }
    sort_terms(corpus_);
    return std::move(corpus_);
  }

 private:
  void add_word(std::string_view word) {
    const ValueId form = forms_.intern_copy(word);
    if (form == term_of_form_.size()) {
      term_of_form_.push_back(judge(word));
      seen_.push_back(0);
    }
    ++seen_[form];
    const TermId term = term_of_form_[form];
    if (term == kStopped || last_document_[term] == document_) return;
    last_document_[term] = document_;
    corpus_.words.push_back(term);
  }

  TermId judge(std::string_view word) {
    if (stop_words_.contains(word)) return kStopped;
    const std::string_view stem = stemmer_.stem(word);
    if (stem.empty()) return kStopped;
    const TermId term(std::uint32_t{stems_.intern_copy(stem)});
    if (term == last_document_.size()) last_document_.push_back(0);
    return term;
  }

  Stemmer stemmer_;
  StopWords stop_words_;
  TextPool forms_;
  TextPool stems_;
  std::vector<TermId> term_of_form_;
  std::vector<std::uint64_t> seen_;           // of each form
  std::vector<std::uint64_t> last_document_;  // in which each term was seen, from 1
  std::uint64_t document_ = 0;
  Corpus corpus_;
};

CorpusBuilder::CorpusBuilder(const WordOptions& options)
    : words_(std::make_unique<Words>(options)) {}
CorpusBuilder::~CorpusBuilder() = default;

void CorpusBuilder::add(std::string_view text) {
  words_->add(text);
}

std::size_t CorpusBuilder::documents() const {
  return words_->documents();
}

Corpus CorpusBuilder::finish() && {
  return words_->finish();
}

Corpus corpus_of_terms(const std::vector<std::vector<std::string>>& documents) {
  Corpus corpus;
  TextPool pool;
  for (const auto& document : documents) {
    std::set<TermId> terms;
    for (const auto& word : document) terms.insert(TermId(std::uint32_t{pool.intern_copy(word)}));
    corpus.words.insert(corpus.words.end(), terms.begin(), terms.end());
    corpus.starts.push_back(corpus.words.size());
  }
  for (const auto text : pool.texts()) {
    corpus.terms.push_back({std::string(text), std::string(text)});
  }
  sort_terms(corpus);
  return corpus;
}

}  // namespace privet::profile
