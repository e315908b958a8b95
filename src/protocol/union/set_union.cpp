// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/set_union.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/digest.h"
#include "crypto/ristretto.h"
#include "protocol/union/copies_blur.h"
#include "protocol/union/hidden_items.h"
#include "protocol/union/item_points.h"

namespace privet::protocol::unions {

using protocol_only::line_to;
namespace {

using crypto::Point;
using crypto::Scalar;

constexpr std::size_t kRowGrain = 64;  // rows a thread takes at a time

// One of each, the rest random: as many records as before.
Records drop_copies(const Records& items, crypto::Randomness& randomness) {
  std::vector<const std::byte*> order(items.count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = items.at(i).data();
  const auto size = items.size();
  std::ranges::sort(order, [size](const std::byte* a, const std::byte* b) {
    return std::memcmp(a, b, size) < 0;
  });
  const auto copies = std::ranges::unique(order, [size](const std::byte* a, const std::byte* b) {
    return std::memcmp(a, b, size) == 0;
  });
  order.erase(copies.begin(), copies.end());
  Records out(items.count(), size);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::copy_n(order[i], size, out.at(i).begin());
  }
  fill_with_singles(out, order.size(), randomness);
  return out;
}

class Run {
 public:
  // `recorded`: of all that the run tells. It must outlive this, as all the others.
  Run(const Recorded& recorded, const Setting& setting, const UnionShape& shape, std::size_t blur,
      std::span<const PartyId> recipients)
      : recorded_(recorded),
        setting_(setting),
        shape_(shape),
        blur_(blur),
        path_(set_union_path(setting.mesh.parties(), recipients)),
        at_(static_cast<std::size_t>(std::ranges::find(path_, setting.mesh.own()) - path_.begin())),
        key_(Scalar::random(setting.randomness)),
        factor_(Scalar::random(setting.randomness)) {}

  [[nodiscard]] PartyId teller() const { return path_.front(); }

  // The rows at the teller.
  Rows run(const Rows& own, std::span<const std::size_t> places) {
    const auto total = std::accumulate(places.begin(), places.end(), std::size_t{0});
    agree();
    const auto points = points_of_row(shape_.row_bytes);
    auto mine = write_own(own, places[setting_.mesh.own().index()], points);
    // The first needs its zeros as soon as rows come, the others have time until it is done.
    HiddenZeros zeros;
    if (first()) zeros = zeros_for_step(total * points);
    auto gathered = gather(recorded_, setting_, path_.front(), std::move(mine), places);
    if (!first() && !last()) zeros = zeros_for_step(total * points);
    const auto pair = 2 * points * Point::kSize;
    const auto hidden =
        gathered ? std::move(*gathered) : receive_records(setting_, path_[at_ - 1], total, pair);
    if (!last()) {
      auto passed = pass_hidden(hidden, key_, factor_, zeros, setting_.pool);
      shuffle(passed, setting_.randomness);
      send_records(recorded_, setting_, path_[at_ + 1], passed);
    }
    return take_back(hidden, total, points);
  }

 private:
  [[nodiscard]] bool first() const { return at_ == 0; }
  [[nodiscard]] bool last() const { return at_ + 1 == path_.size(); }

  // Public keys, and a seed that all have a part in.
  void agree() {
    const auto& mesh = setting_.mesh;
    using Greeting = std::array<std::byte, Point::kSize + sizeof(RunSeed)>;
    std::vector<Greeting> greetings(mesh.parties());
    auto& mine = greetings[mesh.own().index()];
    std::ranges::copy(Point::base_times(key_).bytes(), mine.begin());
    setting_.randomness.fill(std::span(mine).subspan<Point::kSize>());
    for (const auto other : mesh.others()) {
      line_to(mesh, other).exchange(mine, greetings[other.index()]);
    }
    std::vector<std::span<const std::byte>> parts;
    for (const auto& greeting : greetings) {
      keys_.push_back(Point::decode(std::span(greeting).first<Point::kSize>()));
      parts.emplace_back(std::span(greeting).subspan<Point::kSize>());
    }
    seed_ = crypto::digest_of(parts);
  }

  // The sum of the public keys from this place of the path on.
  [[nodiscard]] Point keys_from(std::size_t setting) const {
    auto sum = keys_[path_[setting].index()];
    for (std::size_t i = setting + 1; i < path_.size(); ++i) sum = sum + keys_[path_[i].index()];
    return Point::decode(sum.bytes());  // zero only if somebody made it so
  }

  [[nodiscard]] HiddenZeros zeros_for_step(std::size_t elements) const {
    return encrypt_zeros(elements, keys_from(at_ + 1), setting_.randomness, setting_.pool);
  }

  [[nodiscard]] Records write_own(const Rows& own, std::size_t places, std::size_t points) const {
    Records items(places, points * Point::kSize);
    setting_.pool.parallel_ranges(own.size(), kRowGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) write_item(own[i], seed_, items.at(i));
    });
    fill_with_groups(items, own.size(), path_.size(), blur_, setting_.randomness);
    const auto zeros =
        encrypt_zeros(places * points, keys_from(0), setting_.randomness, setting_.pool);
    return hide_items(items, zeros, setting_.pool);
  }

  // The way back.
  Rows take_back(const Records& hidden, std::size_t total, std::size_t points) {
    auto items =
        last()
            ? drop_copies(reveal_items(hidden, key_, setting_.pool), setting_.randomness)
            : times_factor(receive_records(setting_, path_[at_ + 1], total, points * Point::kSize),
                           factor_.inverse(), setting_.pool);
    shuffle(items, setting_.randomness);
    if (!first()) {
      send_records(recorded_, setting_, path_[at_ - 1], items);
      return {};
    }
    Rows out;
    for (std::size_t i = 0; i < items.count(); ++i) {
      auto row = read_item(items.at(i), seed_);
      if (row && row->size() <= shape_.row_bytes) out.push_back(std::move(*row));
    }
    return out;
  }

  const Recorded& recorded_;
  const Setting& setting_;
  const UnionShape& shape_;
  std::size_t blur_;
  std::vector<PartyId> path_;
  std::size_t at_;  // this party's place on the path
  Scalar key_;
  Scalar factor_;
  std::vector<Point> keys_;  // by party
  RunSeed seed_{};
};

}  // namespace

std::vector<PartyId> set_union_path(std::size_t parties, std::span<const PartyId> recipients) {
  std::vector<PartyId> out{recipients.front()};
  for (std::uint32_t p = 0; p < parties; ++p) {
    if (PartyId(p) != recipients.front()) out.emplace_back(p);
  }
  return out;
}

std::optional<Rows> set_union(const Setting& setting, const UnionShape& shape,
                              std::span<const std::string> own, std::span<const PartyId> recipients,
                              Opening opening, std::size_t blur) {
  check_union(setting, shape, own, recipients);
  // A copy of an own row would be taken for another party's.
  Rows different(own.begin(), own.end());
  std::ranges::sort(different);
  const auto repeated = std::ranges::unique(different);
  different.erase(repeated.begin(), repeated.end());

  if (blur > kMostBlur) {
    throw Error(ErrorCode::Usage, "a blur is at most " + std::to_string(kMostBlur));
  }
  if (blur > 0 && shape.counts == RowCounts::Told) {
    throw Error(
        ErrorCode::Usage,
        "the disclosed numbers of rows less those of the union say how many have copies: a blur "
        "needs the numbers filled up");
  }
  const auto parties = setting.mesh.parties();
  auto places = count_places(setting, shape, different.size());
  for (auto& of_party : places) of_party += blur_places(parties, blur);
  const auto total = std::accumulate(places.begin(), places.end(), std::size_t{0});
  auto recorded = record_rows(setting, recipients, opening, total);
  recorded = setting.ledger.record(blur > 0 ? kBlurredCopies : kCopies, setting.mesh.set(),
                                   set_union_path(parties, recipients).back(), parties - 1);
  Run run(recorded, setting, shape, blur, recipients);
  auto rows = run.run(different, places);
  return tell_rows(recorded, setting, shape, {run.teller(), recipients, total}, std::move(rows));
}

}  // namespace privet::protocol::unions
