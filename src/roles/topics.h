// SPDX-License-Identifier: Apache-2.0
// What the names of columns are about: a dictionary of topics (age, postcode, diagnosis, sampling
// weight) with their words in English, German, French, Spanish, Italian, Portuguese and Dutch, and
// with the abbreviations and code-book names under which statistical offices and hospitals store
// them. All words are in lower case without accents.
// Idea: a topic says one of three things about a column: others know it, people keep it private, or
// it is a measurement that nobody outside can know. Where a name has words of several topics
// ("income_state", "diagnosis_date") the topic of the higher rank decides.
#pragma once

#include <span>
#include <string_view>

namespace privet::roles {

enum class Kind {
  Name,       // the name of a person
  Contact,    // mail, phone, street: reaches one person
  Number,     // a number given to one person, household or account
  Known,      // neighbours, colleagues, registers or newspapers know it
  Private,    // what people keep to themselves
  Reading,    // a laboratory value or an examination
  Outcome,    // how it ended
  Weight,     // a survey weight
  Technical,  // durations, counters, statistics of an area: not about who a person is
};

struct Topic {
  std::string_view name;  // as shown: "sex"
  Kind kind;
  int rank;
  std::string_view words;   // of a language or of common use, separated by spaces
  std::string_view shorts;  // abbreviations and names of code books
};

// Names of persons, their numbers, and how to reach them.
[[nodiscard]] std::span<const Topic> identity_topics();
// What others know of a person.
[[nodiscard]] std::span<const Topic> known_topics();
// Where a person lives or was, and when.
[[nodiscard]] std::span<const Topic> place_and_time_topics();
// What people keep private, and what is measured.
[[nodiscard]] std::span<const Topic> private_topics();
[[nodiscard]] std::span<const Topic> measurement_topics();

}  // namespace privet::roles
