// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/class_bounds.h"

#include <algorithm>
#include <limits>

namespace privet {
namespace {

constexpr std::size_t kManyPlaces = 128;
constexpr std::size_t kSharedRows = 64;  // of an attribute of more places
constexpr Extent kUnknown{1, 0};         // of a class whose entries were not made
// Sums of some tens of single-precision numbers are off by less than this share.
constexpr float kMargin = 1e-5F;

}  // namespace

ClassBounds::ClassBounds(std::span<const AttributeOrder> orders, std::span<const ExtentLoss> losses)
    : orders_(orders), losses_(losses), attributes_(losses.size()) {
  for (std::size_t a = 0; a < losses.size(); ++a) {
    const std::size_t places = orders[a].size();
    const std::size_t width = places <= kManyPlaces ? 1 : (places + kSharedRows - 1) / kSharedRows;
    attributes_[a].width = static_cast<std::uint32_t>(width);
    attributes_[a].rows = static_cast<std::uint32_t>((places + width - 1) / width);
  }
}

void ClassBounds::resize(std::size_t classes) {
  classes_ = classes;
  std::size_t rows = 0;
  for (Attribute& attribute : attributes_) {
    attribute.begin = rows * classes;
    rows += attribute.rows;
  }
  extents_.assign(classes * attributes_.size(), kUnknown);
  added_.assign(rows * classes, 0);
  loss_.assign(classes, std::numeric_limits<float>::infinity());
  together_.assign(classes, 1);
  out_.resize(classes);
}

void ClassBounds::put(std::size_t cls, std::span<const Extent> extents, std::size_t size,
                      double loss) {
  if (size == 0) {
    loss_[cls] = std::numeric_limits<float>::infinity();
    return;
  }
  loss_[cls] = static_cast<float>(loss);
  together_[cls] = static_cast<float>(size + 1);
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    Extent& known = extents_[cls * attributes_.size() + a];
    if (known.low == extents[a].low && known.high == extents[a].high) continue;
    known = extents[a];
    add_column(cls, a, extents[a]);
  }
}

// What a record adds to the class, for each row the least of its places: that of the place nearest
// to the extent, since a wider extent never loses less.
void ClassBounds::add_column(std::size_t cls, std::size_t a, Extent extent) {
  const Attribute& attribute = attributes_[a];
  const double own = losses_[a](extent);
  const auto last_place = static_cast<std::uint32_t>(orders_[a].size() - 1);
  float* entry = added_.data() + attribute.begin + cls;
  for (std::uint32_t row = 0; row < attribute.rows; ++row, entry += classes_) {
    const std::uint32_t first = row * attribute.width;
    const std::uint32_t last = std::min(first + attribute.width - 1, last_place);
    double more = 0;
    if (last < extent.low) {
      more = losses_[a]({last, extent.high}) - own;
    } else if (first > extent.high) {
      more = losses_[a]({extent.low, first}) - own;
    }
    *entry = static_cast<float>(more);
  }
}

std::span<const float> ClassBounds::least_costs(const std::uint32_t* record) {
  float* const out = out_.data();
  std::fill(out_.begin(), out_.end(), 0.0F);
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    const Attribute& attribute = attributes_[a];
    const float* const row =
        added_.data() + attribute.begin + record[a] / attribute.width * classes_;
    for (std::size_t c = 0; c < classes_; ++c) out[c] += row[c];
  }
  for (std::size_t c = 0; c < classes_; ++c) {
    out[c] = (loss_[c] + out[c] * together_[c]) * (1 - kMargin) - kMargin;
  }
  return out_;
}

}  // namespace privet
