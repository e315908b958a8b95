// SPDX-License-Identifier: Apache-2.0
// How well a text fits an exposed profile: UPScore, the sum over the profile's terms of weight
// times frequency in the text.
// Idea: the weights of all entries that hold a stem add up once; each distinct word is folded and
// stemmed once for all texts.
// Reference: section 5.2.3 of the thesis named in profile/profile.h. It leaves open what the
// frequency is of: as a share of the text's words it tells what a text is about; as a count it
// ranks long texts first, whatever they are about.
// Cost: linear in the text. Threads: one Scorer per thread.
#pragma once

#include <memory>
#include <string_view>

#include "profile/exposed_file.h"

namespace privet::profile {

enum class Frequency { Share, Count };

class Scorer {
 public:
  explicit Scorer(const ExposedProfile& exposed, Frequency frequency = Frequency::Share);
  ~Scorer();
  Scorer(const Scorer&) = delete;
  Scorer& operator=(const Scorer&) = delete;

  // Of title and text together.
  [[nodiscard]] double score(std::string_view title, std::string_view text);

 private:
  class Weights;
  std::unique_ptr<Weights> weights_;
};

}  // namespace privet::profile
