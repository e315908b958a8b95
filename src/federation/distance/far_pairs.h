// SPDX-License-Identifier: Apache-2.0
// How parties count, for every row, the rows that are far from it, without anybody seeing a count,
// and tell one party which counts are large enough.
// Idea: the comparisons of row i with all later rows come one after the other. The shares of their
// results are added to the counts of both rows, locally.
// Cost: by the referees w AND gates a pair for the comparison and log2 of the rows for the mask; by
// three parties protocol/number_operations.h's negative().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "federation/distance/distance_job.h"
#include "protocol/setting.h"

namespace privet::federation {

namespace outlier_openings {
inline constexpr protocol::Opening kOutlying{
    "whether each row is an outlier",
    "the result, to who may know it (Vaidya 2004, theorem 3.6.2)"};
inline constexpr std::string_view kRowsJudged = "rows";
inline constexpr std::string_view kPairs = "pairs of rows";
}  // namespace outlier_openings

struct FarShape {
  std::size_t rows = 0;
  unsigned distance_bits = 0;  // of one party's part
  std::uint64_t limit = 0;     // a larger sum is far
  std::size_t needed = 0;      // far rows that an outlier has
  protocol::PartyId recipient;
};

class FarPairs {
 public:
  virtual ~FarPairs() = default;
  // This party's parts of the distances of the next rows from all later ones, row after row; of
  // whole rows.
  virtual void compare(std::span<const std::uint64_t> distances) = 0;
  // After all rows: whether each has as many far rows as needed; at the recipient.
  [[nodiscard]] virtual std::optional<std::vector<std::uint64_t>> enough() = 0;
};

// Every party makes it at the same point. The setting's parts must outlive it.
[[nodiscard]] std::unique_ptr<FarPairs> refereed_pairs(const protocol::Setting& setting,
                                                       const FarShape& shape);
[[nodiscard]] std::unique_ptr<FarPairs> replicated_pairs(const protocol::Setting& setting,
                                                         const Three& three, const FarShape& shape);

}  // namespace privet::federation
