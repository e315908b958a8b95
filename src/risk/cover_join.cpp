// SPDX-License-Identifier: Apache-2.0
#include "risk/cover_join.h"

#include <algorithm>
#include <numeric>

namespace privet {
namespace {

class Join {
 public:
  Join(std::span<const CoverAttribute> attributes, const CoverVisitor& visit, const Run& run)
      : attributes_(attributes), visit_(visit), run_(run) {
    // Few values first: the lists of classes are short by the time that many values come.
    order_.resize(attributes_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return attributes[a].values < attributes[b].values;
    });
  }

  void walk(std::span<RowId> people, std::vector<std::uint32_t>& classes, std::size_t depth) {
    if (people.empty()) return;
    if (depth == order_.size() || classes.empty()) {
      visit_(people, classes);
      return;
    }
    run_.check_cancelled();
    const CoverAttribute& attribute = attributes_[order_[depth]];
    const auto value = [&](RowId person) { return attribute.value_of_person[person]; };
    const auto cell = [&](std::uint32_t cls) { return attribute.cell_of_class[cls]; };
    std::sort(people.begin(), people.end(), [&](RowId a, RowId b) { return value(a) < value(b); });
    std::sort(classes.begin(), classes.end(),
              [&](std::uint32_t a, std::uint32_t b) { return cell(a) < cell(b); });
    std::vector<std::uint32_t> covering;
    std::size_t begin = 0;
    while (begin < people.size()) {
      const ValueId shared = value(people[begin]);
      std::size_t end = begin;
      while (end < people.size() && value(people[end]) == shared) ++end;
      covering.clear();
      std::size_t c = 0;
      while (c < classes.size()) {
        const std::uint32_t text = cell(classes[c]);
        const bool covers = attribute.covers[text * attribute.values + shared];
        for (; c < classes.size() && cell(classes[c]) == text; ++c) {
          if (covers) covering.push_back(classes[c]);
        }
      }
      walk(people.subspan(begin, end - begin), covering, depth + 1);
      begin = end;
    }
  }

 private:
  std::span<const CoverAttribute> attributes_;
  const CoverVisitor& visit_;
  const Run& run_;
  std::vector<std::size_t> order_;
};

}  // namespace

void cover_join(std::size_t classes, std::size_t people, std::span<const CoverAttribute> attributes,
                const CoverVisitor& visit, const Run& run) {
  std::vector<RowId> everyone(people);
  std::iota(everyone.begin(), everyone.end(), RowId{0});
  std::vector<std::uint32_t> all(classes);
  std::iota(all.begin(), all.end(), 0U);
  Join(attributes, visit, run).walk(everyone, all, 0);
}

}  // namespace privet
