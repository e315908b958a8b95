// SPDX-License-Identifier: Apache-2.0
#include "risk/sensitive_risk.h"

#include <algorithm>
#include <cmath>

#include "risk/rows_by_group.h"

namespace privet {

SensitiveRisk measure_sensitive(const Column& values, const RowGroups& groups, const Run& run) {
  const auto n = static_cast<double>(values.codes.size());
  std::vector<double> shares(values.dictionary.size());
  for (const ValueId code : values.codes) ++shares[code];
  for (double& share : shares) share /= n;
  SensitiveRisk out;
  out.column = values.name;
  const RowsByGroup rows(groups);
  std::vector<std::uint32_t> counts(values.dictionary.size());
  std::vector<ValueId> present;
  double sum_confidence = 0;
  double sum_skewness = 0;
  for (std::size_t g = 0; g < groups.sizes.size(); ++g) {
    if (g % 4096 == 0) run.check_cancelled();
    const auto members = rows.of(g);
    const auto size = static_cast<double>(members.size());
    present.clear();
    for (const RowId row : members) {
      if (counts[values.codes[row]]++ == 0) present.push_back(values.codes[row]);
    }
    std::uint32_t most = 0;
    std::uint32_t known = 0;
    std::size_t different = 0;
    double excess = 0;  // what the class has too much of; as much is missing elsewhere
    for (const ValueId value : present) {
      const double share = counts[value] / size;
      if (!values.dictionary.missing(value)) {
        most = std::max(most, counts[value]);
        known += counts[value];
        ++different;
      }
      excess += std::max(0.0, share - shares[value]);
      const double factor = share / shares[value];
      if (counts[value] >= 2 && factor > out.gain.factor) {
        out.gain = {factor, value, share, shares[value], members.size(), members.front()};
      }
      counts[value] = 0;
    }
    if (different == 1) {
      ++out.homogeneous_classes;
      out.homogeneous_records += members.size();
    }
    const double confidence = known == 0 ? 0 : static_cast<double>(most) / known;
    out.highest_confidence = std::max(out.highest_confidence, confidence);
    out.highest_skewness = std::max(out.highest_skewness, excess);
    sum_confidence += confidence * size;
    sum_skewness += excess * size;
  }
  if (n > 0) {
    out.average_confidence = sum_confidence / n;
    out.average_skewness = sum_skewness / n;
  }
  return out;
}

}  // namespace privet
