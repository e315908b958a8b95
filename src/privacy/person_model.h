// SPDX-License-Identifier: Apache-2.0
// A privacy model that counts persons instead of records, where a person may have several.
// Idea: beside the sensitive attributes the histograms count who: one histogram of persons, and for
// each attribute one of pairs (person, value). From these follow, for any class, how many different
// persons it has and how many of them have each value, and another model judges that; where some
// person has several values of an attribute, it is shown what PrivacyModel::several_values asks
// for. Models that only ever gain when persons and values join a class stay monotone, unless
// persons have several values: then a record can give everybody of a class a value in common.
// Shares may move in either direction, because the same person can be in two classes.
// Cost: linear in the pairs for each class that is judged.
#pragma once

#include <memory>
#include <vector>

#include "privacy/privacy_model.h"

namespace privet {

// What the histograms count: for each attribute of the inner model its pairs, then the persons.
struct PersonPairs {
  std::vector<std::vector<ValueId>> value_of_pair;   // [attribute][pair]
  std::vector<std::vector<ValueId>> person_of_pair;  // [attribute][pair]
  std::vector<std::size_t> values;                   // [attribute] how many values there are
  std::vector<std::size_t>
      missing;              // [attribute] how many of these, from the first on, are missing
  std::size_t persons = 0;  // persons are below it

  // Whether some person has several values of the attribute.
  std::vector<bool> several;
};

// `pairs` must outlive the model. `inner` was made for a table with one record per person.
[[nodiscard]] std::unique_ptr<PrivacyModel> count_persons(std::unique_ptr<PrivacyModel> inner,
                                                          const PersonPairs& pairs,
                                                          std::size_t persons);

}  // namespace privet
