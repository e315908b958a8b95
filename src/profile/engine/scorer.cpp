// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/scorer.h"

#include <map>
#include <string>
#include <vector>

#include "data/text_pool.h"
#include "profile/words/stemmer.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

constexpr std::size_t kMostForms = std::size_t{1} << 20U;  // then the look-up starts afresh

}  // namespace

class Scorer::Weights {
 public:
  Weights(const ExposedProfile& exposed, Frequency frequency)
      : frequency_(frequency), stemmer_(exposed.language) {
    for (const auto& term : exposed.terms) {
      for (const auto& stem : term.stems) weight_of_stem_[stem] += term.weight;
    }
  }

  double score(std::string_view title, std::string_view text) {
    if (forms_.size() > kMostForms) {
      forms_ = TextPool();
      weight_of_form_.clear();
    }
    double sum = 0;
    std::uint64_t words = 0;
    const auto add = [&](std::string_view word) {
      const ValueId form = forms_.intern_copy(word);
      if (form == weight_of_form_.size()) weight_of_form_.push_back(weight_of(word));
      sum += weight_of_form_[form];
      ++words;
    };
    for_each_word(title, add);
    for_each_word(text, add);
    return frequency_ == Frequency::Count || words == 0 ? sum : sum / static_cast<double>(words);
  }

 private:
  double weight_of(std::string_view word) {
    const auto at = weight_of_stem_.find(stemmer_.stem(word));
    return at == weight_of_stem_.end() ? 0 : at->second;
  }

  Frequency frequency_;
  Stemmer stemmer_;
  std::map<std::string, double, std::less<>> weight_of_stem_;
  TextPool forms_;
  std::vector<double> weight_of_form_;
};

Scorer::Scorer(const ExposedProfile& exposed, Frequency frequency)
    : weights_(std::make_unique<Weights>(exposed, frequency)) {}
Scorer::~Scorer() = default;

double Scorer::score(std::string_view title, std::string_view text) {
  return weights_->score(title, text);
}

}  // namespace privet::profile
