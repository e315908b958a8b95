// SPDX-License-Identifier: Apache-2.0
#include "job/release/long_sets.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet::job {
namespace {

// What the column's own texts take, each with its comma.
double bytes_of_texts(const Column& column) {
  double out = 0;
  for (const ValueId value : column.codes) {
    out += static_cast<double>(column.dictionary.text(value).size() + 1);
  }
  return out;
}

}  // namespace

Parameter long_sets_parameter() {
  return {.name = "long-sets",
          .kind = ParameterKind::Flag,
          .summary =
              "Write the release although texts without a hierarchy become sets that make "
              "it many times larger."};
}

double bytes_in_sets(const Column& column, const RecodedAttribute& attribute,
                     const Recoding& recoding) {
  std::vector<double> bytes(attribute.values.size(), 0.0);
  for (std::size_t v = 0; v < bytes.size(); ++v) {
    const GeneralizedValue& value = attribute.values[v];
    if (value.kind != GeneralizedValue::Kind::Set) continue;
    bytes[v] = 4;  // braces, and the quotes that the commas ask for
    for (const ValueId member : value.members) {
      bytes[v] += static_cast<double>(column.dictionary.text(member).size() + 1);
    }
  }
  double out = 0;
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    out += bytes[attribute.value_of_class[c]] * recoding.class_sizes[c];
  }
  return out;
}

void refuse_long_sets(const Problem& problem, const Recoding& recoding) {
  constexpr double kMegabyte = 1e6;
  constexpr double kMost = 32 * kMegabyte;
  constexpr double kMostTimes = 20;
  for (const auto& attribute : recoding.attributes) {
    const Column& column = problem.table.column(attribute.column);
    const double sets = bytes_in_sets(column, attribute, recoding);
    if (sets <= kMost) continue;
    const double texts = bytes_of_texts(column);
    if (sets <= kMostTimes * texts) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("column {} has no hierarchy and would be released as sets of about {:.0f} MB, "
                    "{:.0f} times its texts; give it one with --hierarchy, leave it out with "
                    "--identifier, or say --long-sets to have them written",
                    quote_for_message(column.name), sets / kMegabyte, sets / texts));
  }
}

}  // namespace privet::job
