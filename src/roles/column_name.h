// SPDX-License-Identifier: Apache-2.0
// What a column's name says: its words, looked up in the dictionary of topics.
// Idea: a name is cut at everything that is not a letter or digit, where a capital follows a small
// letter and where digits begin ("PatientID", "ph.ecog", "emp12"). Neighbouring parts are looked up
// together first ("marital_status"), then alone, then as compounds of known words ("Geburtsdatum",
// "deathday"), where one letter may stand in front ("isex"). Accents do not count.
// Cost: linear in the length of the name, for the longest words that the dictionary has.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "roles/topics.h"

namespace privet::roles {

struct TopicMatch {
  const Topic* topic = nullptr;
  std::string word = {};      // of the dictionary
  bool abbreviation = false;  // or the name of a code book, not a word of a language
  bool shortened = false;     // the beginning of a word of a language, or the word without vowels
};

// "Größe_inCm" -> grosse, in, cm
[[nodiscard]] std::vector<std::string> name_parts(std::string_view name);

// Every topic that the name mentions, the one that decides first. Abbreviations in `ignored` do
// not count (for scoring without what a table taught). `unread`, if given, is set if the name has
// words that are not known.
[[nodiscard]] std::vector<TopicMatch> topics_of(std::string_view name,
                                                const std::set<std::string>& ignored = {},
                                                bool* unread = nullptr);

}  // namespace privet::roles
