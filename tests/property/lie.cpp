// SPDX-License-Identifier: Apache-2.0
#include "tests/property/lie.h"

namespace privet::testing_support {
namespace {

// Moves an end of a range, or drops or changes a member of a set, or names another node.
void change_value(Sampler& sampler, const Problem& problem, std::size_t attribute,
                  GeneralizedValue& value) {
  using Kind = GeneralizedValue::Kind;
  const QuasiIdentifier& quasi = problem.quasi[attribute];
  const Dictionary& dictionary = problem.table.column(quasi.column).dictionary;
  const auto other = static_cast<ValueId>(sampler.below(dictionary.size()));
  switch (value.kind) {
    case Kind::Value:
      value.low = value.high = other;
      return;
    case Kind::Range:
      if (!value.statistic.empty()) {  // by one in some digit, or by what is missing
        std::string& digits = value.statistic;
        const std::size_t at = sampler.below(digits.size() + 1);
        if (at == digits.size()) {
          value.members.clear();
        } else if (digits[at] >= '0' && digits[at] <= '9') {
          digits[at] = digits[at] == '9' ? '8' : static_cast<char>(digits[at] + 1);
        }
        return;
      }
      if (value.low < value.high && sampler.below(2) == 0) {
        ++value.low;
      } else if (value.low < value.high) {
        --value.high;
      }
      return;
    case Kind::Set:
      if (value.members.size() > 1) {
        const auto gone = static_cast<std::ptrdiff_t>(sampler.below(value.members.size()));
        value.members.erase(value.members.begin() + gone);
      }
      return;
    case Kind::Node:
      value.node = static_cast<NodeId>(sampler.below(quasi.hierarchy->hierarchy.nodes()));
      return;
    case Kind::Any:
      value = {.kind = Kind::Value, .low = other, .high = other};
      return;
  }
}

// True means and medians, however few records stand behind them. Whether there are any.
bool show_numbers_of_a_few(const Problem& problem, Recoding& recoding) {
  bool some = false;
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const QuasiIdentifier& quasi = problem.quasi[q];
    if (!quasi.shows) continue;
    recoding.attributes[q] = show_statistic(problem.table, quasi.column, *quasi.shows,
                                            recoding.class_of, recoding.classes(), 1);
    some = true;
  }
  return some;
}

}  // namespace

void lie(Sampler& sampler, const Problem& problem, Recoding& recoding) {
  if (sampler.below(4) == 0 && show_numbers_of_a_few(problem, recoding)) return;
  const std::size_t attribute = sampler.below(recoding.attributes.size());
  RecodedAttribute& recoded = recoding.attributes[attribute];
  const std::size_t row = sampler.below(recoding.class_of.size());
  if (recoding.class_of[row] == kSuppressed) return;
  switch (sampler.below(5)) {
    case 0:
      change_value(sampler, problem, attribute,
                   recoded.values[sampler.below(recoded.values.size())]);
      return;
    case 1:  // classes show each other's values
      std::swap(recoded.value_of_class[sampler.below(recoding.classes())],
                recoded.value_of_class[sampler.below(recoding.classes())]);
      return;
    case 2: {  // a record in a class that is not its own
      const auto target = static_cast<ClassId>(sampler.below(recoding.classes()));
      --recoding.class_sizes[recoding.class_of[row]];
      ++recoding.class_sizes[target];
      recoding.class_of[row] = target;
      return;
    }
    case 3: {  // one record alone in a new class that shows its exact value
      const ClassId old = recoding.class_of[row];
      --recoding.class_sizes[old];
      recoding.class_of[row] = static_cast<ClassId>(recoding.classes());
      recoding.class_sizes.push_back(1);
      for (auto& each : recoding.attributes) {
        each.value_of_class.push_back(each.value_of_class[old]);
      }
      const ValueId exact = problem.table.column(recoded.column).codes[row];
      recoded.value_of_class.back() = static_cast<std::uint32_t>(recoded.values.size());
      recoded.values.push_back(
          {.kind = GeneralizedValue::Kind::Value, .low = exact, .high = exact});
      return;
    }
    default: {  // two classes merged under the values of one
      const auto from = static_cast<ClassId>(sampler.below(recoding.classes()));
      const auto into = static_cast<ClassId>(sampler.below(recoding.classes()));
      for (auto& cls : recoding.class_of) {
        if (cls != from) continue;
        --recoding.class_sizes[from];
        ++recoding.class_sizes[into];
        cls = into;
      }
      return;
    }
  }
}

}  // namespace privet::testing_support
