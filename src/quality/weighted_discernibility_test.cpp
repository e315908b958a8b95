// SPDX-License-Identifier: Apache-2.0
#include "quality/weighted_discernibility.h"

#include <gtest/gtest.h>

#include <set>

#include "base/sampling.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

std::set<ValueId> covered(const GeneralizedValue& value, std::size_t all) {
  std::set<ValueId> out(value.members.begin(), value.members.end());
  if (value.kind == Kind::Value || value.kind == Kind::Range) {
    for (ValueId v = value.low; v <= value.high; ++v) out.insert(v);
  }
  for (ValueId v = 0; value.kind == Kind::Any && v < all; ++v) out.insert(v);
  return out;
}

// Against the definition, over all pairs of records.
TEST(WeightedDiscernibility, CountsPairsThatMayBeEqual) {
  Sampler sampler(17);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<std::string>> rows;
    for (int r = 0; r < 12; ++r) rows.push_back({std::to_string(r)});
    const Table table = make_table({"n"}, rows);
    Recoding recoding;
    RecodedAttribute attribute{.column = 0, .values = {}, .value_of_class = {}};
    for (std::uint32_t c = 0; c < 5; ++c) {
      const auto low = static_cast<ValueId>(sampler.below(12));
      const auto high = static_cast<ValueId>(low + sampler.below(12 - low));
      GeneralizedValue value{
          .kind = low == high ? Kind::Value : Kind::Range, .low = low, .high = high};
      if (sampler.below(3) == 0) {
        value = {.kind = Kind::Set};
        for (ValueId v = 0; v < 12; ++v) {
          if (v == low || sampler.below(4) == 0) value.members.push_back(v);
        }
      }
      attribute.values.push_back(value);
      attribute.value_of_class.push_back(c);
      recoding.class_sizes.push_back(2);
    }
    recoding.attributes.push_back(attribute);
    for (std::uint32_t c = 0; c < 5; ++c)
      recoding.class_of.insert(recoding.class_of.end(), 2, ClassId(c));
    recoding.class_of.insert(recoding.class_of.end(), 2, kSuppressed);
    double expected = 0;
    for (const ClassId a : recoding.class_of) {
      for (const ClassId b : recoding.class_of) {
        const GeneralizedValue any{.kind = Kind::Any};
        const auto left = covered(a == kSuppressed ? any : attribute.values[a], 12);
        const auto right = covered(b == kSuppressed ? any : attribute.values[b], 12);
        expected +=
            std::any_of(left.begin(), left.end(), [&](ValueId v) { return right.contains(v); }) ? 1
                                                                                                : 0;
      }
    }
    const auto measured = weighted_discernibility(recoding, {table, {nullptr}}, {2.0});
    ASSERT_DOUBLE_EQ(measured.overlap, 2 * expected);
    ASSERT_DOUBLE_EQ(measured.equal, 2 * 6 * 4.0);
  }
}

}  // namespace
}  // namespace privet
