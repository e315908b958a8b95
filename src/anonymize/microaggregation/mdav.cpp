// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/mdav.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "anonymize/microaggregation/square_gaps.h"
#include "base/error.h"

namespace privet {
namespace {

using Group = std::vector<std::uint32_t>;

// A place to measure from: a point, or the average of those left.
struct Centre {
  std::vector<double> coordinates;
  std::vector<std::uint32_t> codes;
};

struct Near {
  double distance;
  std::uint32_t id;
  std::size_t at;

  bool operator<(const Near& other) const {
    return distance != other.distance ? distance < other.distance : id < other.id;
  }
};

// The points that are left lie in front, so that every look at them is a walk through memory.
class Mdav {
 public:
  Mdav(MixedPoints points, std::size_t k)
      : points_(std::move(points)), k_(k), left_(points_.points), ids_(left_), distance_(left_) {
    PRIVET_CHECK(k > 0);
    std::iota(ids_.begin(), ids_.end(), 0U);
    for (const auto& column : points_.coordinates) {
      PRIVET_CHECK(column.size() == left_);
      sums_.push_back(std::accumulate(column.begin(), column.end(), 0.0));
    }
    for (const auto& category : points_.categories) {
      PRIVET_CHECK(category.codes.size() == left_);
      auto& counts = counts_.emplace_back(category.values);
      for (const std::uint32_t code : category.codes) ++counts[code];
    }
  }

  std::vector<Group> groups(const std::function<void(std::size_t)>& grouped) {
    std::vector<Group> out;
    while (left_ >= 3 * k_) {
      out.push_back(take_farthest_from(average()));
      // Still measured from the point that was taken: its opposite.
      const std::size_t opposite = farthest();
      measure(point(opposite));
      out.push_back(take_around(opposite));
      grouped(2 * k_);
    }
    const std::size_t last = left_;
    if (left_ >= 2 * k_) out.push_back(take_farthest_from(average()));
    if (left_ > 0) {
      Group& rest =
          out.emplace_back(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(left_));
      std::sort(rest.begin(), rest.end());
    }
    grouped(last);
    return out;
  }

 private:
  Group take_farthest_from(const Centre& centre) {
    measure(centre);
    const std::size_t at = farthest();
    measure(point(at));
    return take_around(at);
  }

  [[nodiscard]] Centre average() const {
    Centre out;
    for (const double sum : sums_) out.coordinates.push_back(sum / static_cast<double>(left_));
    for (const auto& counts : counts_) {
      const auto commonest = std::max_element(counts.begin(), counts.end());
      out.codes.push_back(static_cast<std::uint32_t>(commonest - counts.begin()));
    }
    return out;
  }

  [[nodiscard]] Centre point(std::size_t at) const {
    Centre out;
    for (const auto& column : points_.coordinates) out.coordinates.push_back(column[at]);
    for (const auto& category : points_.categories) out.codes.push_back(category.codes[at]);
    return out;
  }

  // Fills the distances of all points left.
  void measure(const Centre& centre) {
    double* const distance = distance_.data();
    constexpr std::size_t kNear = 1024;  // points whose distances stay in the nearest cache
    for (std::size_t begin = 0; begin < left_; begin += kNear) {
      const std::span here(distance + begin, std::min(kNear, left_ - begin));
      std::fill(here.begin(), here.end(), 0.0);
      for (std::size_t c = 0; c < centre.coordinates.size(); ++c) {
        add_square_gaps(here, points_.coordinates[c].data() + begin, centre.coordinates[c]);
      }
    }
    for (std::size_t c = 0; c < centre.codes.size(); ++c) {
      const PointCategory& category = points_.categories[c];
      costs_.assign(category.values, category.unit);
      for (std::uint32_t v = 0; category.difference && v < category.values; ++v) {
        if (counts_[c][v] > 0) costs_[v] *= category.difference(centre.codes[c], v);
      }
      costs_[centre.codes[c]] = 0;
      for (std::size_t i = 0; i < left_; ++i) distance[i] += costs_[category.codes[i]];
    }
  }

  [[nodiscard]] std::size_t farthest() const {
    const double most = largest(std::span(distance_).first(left_));
    std::size_t best = left_;
    for (std::size_t i = 0; i < left_; ++i) {
      if (distance_[i] == most && (best == left_ || ids_[i] < ids_[best])) best = i;
    }
    return best;
  }

  // Takes a point and the k-1 closest to it out; distances must be measured from it.
  Group take_around(std::size_t centre) {
    nearest_.clear();
    double limit = k_ > 1 ? std::numeric_limits<double>::infinity() : -1;
    for (std::size_t i = 0; i < left_; ++i) {
      if (distance_[i] > limit || i == centre) continue;
      const Near near{distance_[i], ids_[i], i};
      if (nearest_.size() == k_ - 1) {
        if (!(near < nearest_.front())) continue;
        std::pop_heap(nearest_.begin(), nearest_.end());
        nearest_.back() = near;
      } else {
        nearest_.push_back(near);
      }
      std::push_heap(nearest_.begin(), nearest_.end());
      if (nearest_.size() == k_ - 1) limit = nearest_.front().distance;
    }
    Group out{ids_[centre]};
    std::vector<std::size_t> gone{centre};
    for (const Near& near : nearest_) {
      out.push_back(near.id);
      gone.push_back(near.at);
    }
    std::sort(gone.rbegin(), gone.rend());  // the last first: it may fill the place of no other
    for (const std::size_t at : gone) remove(at);
    std::sort(out.begin(), out.end());
    return out;
  }

  // The last point left takes its place.
  void remove(std::size_t at) {
    --left_;
    for (std::size_t c = 0; c < sums_.size(); ++c) {
      auto& column = points_.coordinates[c];
      sums_[c] -= column[at];
      column[at] = column[left_];
    }
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      auto& codes = points_.categories[c].codes;
      --counts_[c][codes[at]];
      codes[at] = codes[left_];
    }
    ids_[at] = ids_[left_];
    distance_[at] = distance_[left_];
  }

  MixedPoints points_;
  std::size_t k_;
  std::size_t left_;
  std::vector<std::uint32_t> ids_;                // [place] which point it is
  std::vector<double> distance_;                  // [place] from where was measured last, squared
  std::vector<double> sums_;                      // [coordinate] over the points left
  std::vector<std::vector<std::size_t>> counts_;  // [category][code] likewise
  std::vector<double> costs_;                     // [code] from the centre's
  std::vector<Near> nearest_;                     // a heap, the farthest on top
};

}  // namespace

std::vector<std::vector<std::uint32_t>> mdav(MixedPoints points, std::size_t k,
                                             const std::function<void(std::size_t)>& grouped) {
  return Mdav(std::move(points), k).groups(grouped);
}

}  // namespace privet
