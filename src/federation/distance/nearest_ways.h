// SPDX-License-Identifier: Apache-2.0
// How parties find the nearest center of every row, of whose distances each has a part.
// Ways: two referees and a garbled circuit (protocol/selection/best_of_parties.h); three who
// compute by replicated shares (protocol/columns/trio_panel.h); the thesis's masked and permuted
// vectors (protocol/selection/permuted_best.h). All rows of a round are one batch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "federation/distance/distance_job.h"
#include "protocol/selection/permuted_best.h"
#include "protocol/setting.h"

namespace privet::federation {

namespace kmeans_openings {
inline constexpr protocol::Opening kNearest{
    "the cluster of each row, in each round",
    "every party moves its own part of the centers (Vaidya 2004, theorem 3.3.3)"};
inline constexpr protocol::Opening kSettled{
    "whether the centers settled", "checkThreshold, once a round (Vaidya 2004, theorem 3.3.2)"};
inline constexpr std::string_view kRounds = "rounds";
inline constexpr std::string_view kAssignments = "rows in all rounds";
inline constexpr std::string_view kDistances = "distances in all rounds";
}  // namespace kmeans_openings

// Numbers that a round asks about: as many bits of one party's distance, and of its movements.
struct RoundShape {
  std::size_t clusters = 0;
  unsigned distance_bits = 0;
  unsigned movement_bits = 0;
};

class NearestWay {
 public:
  virtual ~NearestWay() = default;
  // distances[c * rows + r]: this party's part of row r's distance from center c. At all parties;
  // of equally near ones the smallest index.
  [[nodiscard]] virtual std::vector<std::uint64_t> nearest(
      std::span<const std::uint64_t> distances) = 0;
  // Whether the parties' movements add up to the limit or less.
  [[nodiscard]] virtual bool settled(std::uint64_t moved, std::uint64_t limit) = 0;
};

// Every party makes it at the same point. The setting's parts must outlive it.
[[nodiscard]] std::unique_ptr<NearestWay> refereed_nearest(const protocol::Setting& setting,
                                                           const RoundShape& shape);
[[nodiscard]] std::unique_ptr<NearestWay> replicated_nearest(const protocol::Setting& setting,
                                                             const Three& three,
                                                             const RoundShape& shape);
// The permuters, and whether differences are disclosed.
struct PermutedChoice {
  std::size_t permuters = 1;
  protocol::Differences differences = protocol::Differences::ToNobody;
};
[[nodiscard]] std::unique_ptr<NearestWay> permuted_nearest(const protocol::Setting& setting,
                                                           const RoundShape& shape,
                                                           const PermutedChoice& choice);

}  // namespace privet::federation
