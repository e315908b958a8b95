// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/nearest_ways.h"

#include <bit>

#include "protocol/check_opened.h"
#include "protocol/columns/trio_panel.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/threshold/check_threshold.h"

namespace privet::federation {
namespace {

using kmeans_openings::kNearest;
using kmeans_openings::kSettled;
using protocol::Setting;
using Values = std::span<const std::uint64_t>;

// checkThreshold by the two referees.
bool check_settled(protocol::Referees& referees, std::uint64_t moved, unsigned bits,
                   std::uint64_t limit) {
  const auto told = protocol::check_thresholds(referees, Values(&moved, 1), bits,
                                               {Values(&limit, 1), protocol::Compared::AtMost},
                                               referees.everybody(), kSettled);
  return told.value().front() == 1;
}

class RefereedNearest final : public NearestWay {
 public:
  RefereedNearest(const Setting& setting, const RoundShape& shape)
      : shape_(shape), referees_(protocol::Referees::set_up(setting)) {}

  std::vector<std::uint64_t> nearest(Values distances) override {
    return protocol::best_of_sums(referees_, distances,
                                  {shape_.clusters, shape_.distance_bits, protocol::Best::Smallest,
                                   protocol::NumberKind::Unsigned},
                                  referees_.everybody(), kNearest)
        .value();
  }
  bool settled(std::uint64_t moved, std::uint64_t limit) override {
    return check_settled(referees_, moved, shape_.movement_bits, limit);
  }

 private:
  RoundShape shape_;
  protocol::Referees referees_;
};

class ReplicatedNearest final : public NearestWay {
 public:
  ReplicatedNearest(const Setting& setting, const Three& three, const RoundShape& shape)
      : everybody_(setting.mesh.members()), shape_(shape), panel_(setting, three) {
    // Of the sum over all parties.
    sum_bits_ = shape.distance_bits + static_cast<unsigned>(std::bit_width(everybody_.size() - 1));
  }

  std::vector<std::uint64_t> nearest(Values distances) override {
    const auto rows = distances.size() / shape_.clusters;
    const auto sums = panel_.gather(distances);
    protocol::TrioPanel::Numbers places;
    if (auto* a = panel_.arithmetic()) {
      // The largest of what is left to the largest number is the smallest; of equal ones the first.
      const auto largest = (std::uint64_t{1} << sum_bits_) - 1;
      places = protocol::argmax(*a, a->constant(largest, sums.size()) - sums, shape_.clusters,
                                std::max(2U, sum_bits_), protocol::NumberOrder::Unsigned,
                                circuit::WantValue::No)
                   .place;
    }
    auto out = panel_.tell(places, rows, everybody_, kNearest).value();
    for (const auto place : out) {
      protocol::check_opened("the place of a center", shape_.clusters - 1, place);
    }
    return out;
  }
  bool settled(std::uint64_t moved, std::uint64_t limit) override {
    const auto sum = panel_.gather(Values(&moved, 1));
    protocol::TrioPanel::Numbers beyond;
    if (auto* a = panel_.arithmetic()) beyond = protocol::negative(*a, a->constant(limit, 1) - sum);
    return panel_.tell(beyond, 1, everybody_, kSettled).value().front() == 0;
  }

 private:
  std::vector<protocol::PartyId> everybody_;
  RoundShape shape_;
  unsigned sum_bits_ = 0;
  protocol::TrioPanel panel_;
};

class PermutedNearest final : public NearestWay {
 public:
  PermutedNearest(const Setting& setting, const RoundShape& shape, const PermutedChoice& choice)
      : setting_(setting),
        shape_(shape),
        permuted_{shape.clusters, shape.distance_bits, choice.permuters, choice.differences},
        key_(crypto::PaillierSecretKey::generate(kPaillierBits, setting.randomness)),
        referees_(protocol::Referees::set_up(setting)) {}

  std::vector<std::uint64_t> nearest(Values distances) override {
    const auto rows = distances.size() / shape_.clusters;
    std::vector<std::uint64_t> by_row;
    by_row.reserve(distances.size());
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < shape_.clusters; ++c) by_row.push_back(distances[c * rows + r]);
    }
    return protocol::permuted_best(setting_, key_, by_row, permuted_, kNearest);
  }
  bool settled(std::uint64_t moved, std::uint64_t limit) override {
    return check_settled(referees_, moved, shape_.movement_bits, limit);
  }

 private:
  Setting setting_;
  RoundShape shape_;
  protocol::PermutedShape permuted_;
  crypto::PaillierSecretKey key_;
  protocol::Referees referees_;
};

}  // namespace

std::unique_ptr<NearestWay> refereed_nearest(const Setting& setting, const RoundShape& shape) {
  return std::make_unique<RefereedNearest>(setting, shape);
}

std::unique_ptr<NearestWay> replicated_nearest(const Setting& setting, const Three& three,
                                               const RoundShape& shape) {
  return std::make_unique<ReplicatedNearest>(setting, three, shape);
}

std::unique_ptr<NearestWay> permuted_nearest(const Setting& setting, const RoundShape& shape,
                                             const PermutedChoice& choice) {
  return std::make_unique<PermutedNearest>(setting, shape, choice);
}

}  // namespace privet::federation
