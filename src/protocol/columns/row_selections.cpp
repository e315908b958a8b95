// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/row_selections.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using crypto::Block;

// Rows hashed and sent in one go.
constexpr std::size_t kBatch = 1024;

// The mask of group g lies in half g of the blocks that a key is stretched to.
std::size_t blocks_of(std::size_t groups) {
  return (groups + 1) / 2;
}

std::uint64_t half(Block block, std::size_t group) {
  return group % 2 == 0 ? block.low : block.high;
}

}  // namespace

// Where this party's shares of products go: kept row by row, or added up.
class RowSelections::Sink {
 public:
  Sink(std::size_t asks, std::size_t rows, std::span<const unsigned> widths, bool keep)
      : asks_(asks), rows_(rows), widths_(widths.begin(), widths.end()) {
    if (keep) kept_.assign(asks, NumberVector(widths_.size() * rows));
    sums_.resize(keep ? 0 : asks * widths_.size());
  }
  // Shares of the rows from `at` on.
  void add(std::size_t ask, std::size_t group, std::size_t at,
           std::span<const std::uint64_t> shares) {
    if (kept_.empty()) {
      std::uint64_t sum = 0;
      for (const auto share : shares) sum += share;
      sums_[group * asks_ + ask] += sum;
      return;
    }
    const auto places = std::span(kept_[ask]).subspan(group * rows_ + at, shares.size());
    const auto mask = low_bits(widths_[group]);
    for (std::size_t i = 0; i < shares.size(); ++i) places[i] = (places[i] + shares[i]) & mask;
  }
  [[nodiscard]] Shared<NumberVector> sums() {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] &= low_bits(widths_[i / asks_]);
    return Shared<NumberVector>(std::move(sums_));
  }
  [[nodiscard]] std::vector<Rows> rows() {
    std::vector<Rows> out;
    for (auto& one : kept_) out.emplace_back(std::move(one));
    return out;
  }

 private:
  std::size_t asks_;
  std::size_t rows_;
  std::vector<unsigned> widths_;
  std::vector<NumberVector> kept_;
  NumberVector sums_;
};

RowSelections::RowSelections(const Setting& setting, std::size_t rows, std::vector<unsigned> widths)
    : setting_(setting), rows_(rows), widths_(std::move(widths)), with_(setting.mesh.ids()) {
  PRIVET_CHECK(!widths_.empty());
  for (const auto width : widths_) PRIVET_CHECK(width >= 1 && width <= 64);
  for (const auto other : setting_.mesh.others()) setting_.transfers.both_ways(other);
  agree_on_seeds();
}

// Public numbers that key the hash; those who offer draw them.
void RowSelections::agree_on_seeds() {
  for (const auto other : setting_.mesh.others()) {
    auto& channel = line_to(setting_, other);
    const Block mine = setting_.randomness.block();
    Block theirs{};
    channel.exchange(std::as_bytes(std::span(&mine, 1)),
                     std::as_writable_bytes(std::span(&theirs, 1)));
    with_[other.index()].hash.emplace_back(theirs);
    with_[other.index()].hash.emplace_back(mine);
  }
}

RowSelections::Rows RowSelections::input(PartyId owner,
                                         std::span<const std::uint64_t> values) const {
  NumberVector out(widths_.size() * rows_);
  PRIVET_CHECK(values.size() == (owner == setting_.own() ? out.size() : 0));
  std::ranges::copy(values, out.begin());
  return Rows(std::move(out));
}

std::vector<std::size_t> RowSelections::chosen() const {
  std::vector<std::size_t> out(with_.size());
  for (std::size_t p = 0; p < with_.size(); ++p) out[p] = with_[p].theirs.size();
  out[setting_.own().index()] = own_.size();
  return out;
}

// One chooser after the other, all its vectors in one call: it only sends, the others only read.
void RowSelections::choose(std::span<const std::size_t> counts,
                           std::span<const crypto::BitVector> own) {
  PRIVET_CHECK(counts.size() == with_.size() && counts[setting_.own().index()] == own.size());
  crypto::BitVector choices(own.size() * rows_);
  for (std::size_t i = 0; i < own.size(); ++i) {
    PRIVET_CHECK(own[i].size() >= rows_);
    for (std::size_t row = 0; row < rows_; ++row) choices.put(i * rows_ + row, own[i][row]);
    own_.push_back(own[i]);
  }
  for (const auto chooser : setting_.mesh.members()) {
    const auto count = counts[chooser.index()];
    if (count == 0) continue;
    if (chooser != setting_.own()) {
      crypto::SecretVector<BlockPair> pairs(count * rows_);
      setting_.transfers.sender(chooser).random(line_to(setting_, chooser), pairs);
      line_to(setting_, chooser).flush();
      for (std::size_t i = 0; i < count; ++i) {
        with_[chooser.index()].theirs.emplace_back().pairs =
            crypto::SecretVector<BlockPair>(std::span(pairs).subspan(i * rows_, rows_));
      }
      continue;
    }
    for (const auto other : setting_.mesh.others()) {
      crypto::SecretVector<Block> taken(count * rows_);
      setting_.transfers.receiver(other).random(line_to(setting_, other), choices.blocks(), taken);
      line_to(setting_, other).flush();
      for (std::size_t i = 0; i < count; ++i) {
        with_[other.index()].mine.emplace_back().taken =
            crypto::SecretVector<Block>(std::span(taken).subspan(i * rows_, rows_));
      }
    }
  }
}

void RowSelections::forget(std::span<const std::size_t> from) {
  const auto own = from[setting_.own().index()];
  own_.resize(own);
  for (std::size_t p = 0; p < with_.size(); ++p) {
    if (p == setting_.own().index()) continue;
    with_[p].mine.resize(own);
    with_[p].theirs.resize(from[p]);
  }
}

void RowSelections::keep_own(const Ask& ask, std::size_t index, Sink& sink) const {
  const auto& shares = raw(*ask.rows);
  const auto& bits = own_.at(ask.choice.vector);
  const crypto::BitView view(bits.blocks());
  NumberVector kept(rows_);
  for (std::size_t g = 0; g < widths_.size(); ++g) {
    for (std::size_t row = 0; row < rows_; ++row) {
      kept[row] = (0 - view[row]) & shares[g * rows_ + row];
    }
    sink.add(index, g, 0, kept);
  }
}

void RowSelections::take(PartyId from, const Ask& ask, std::size_t index, Sink& sink) {
  auto& with = with_[from.index()];
  auto& keys = with.mine.at(ask.choice.vector);
  const crypto::BitView view(own_[ask.choice.vector].blocks());
  std::array<Block, kBatch> stretched;
  std::array<std::uint64_t, kBatch> corrections;
  std::array<std::uint64_t, kBatch> words;
  for (std::size_t b = 0; b < blocks_of(widths_.size()); ++b, ++keys.rounds) {
    for (std::size_t at = 0; at < rows_; at += kBatch) {
      const auto count = std::min(kBatch, rows_ - at);
      const auto part = std::span(stretched).first(count);
      for (std::size_t i = 0; i < count; ++i)
        part[i] = keys.taken[at + i] ^ Block { keys.rounds, 0 };
      with.hash[0].hash(part, with.used_mine);
      with.used_mine += count;
      for (std::size_t g = 2 * b; g < std::min(2 * b + 2, widths_.size()); ++g) {
        const auto packed = std::span(words).first(packed_words(count, widths_[g]));
        net::receive_values(line_to(setting_, from), packed);
        unpack_bits(packed, widths_[g], std::span(corrections).first(count));
        for (std::size_t i = 0; i < count; ++i) {
          corrections[i] = half(part[i], g) + ((0 - view[at + i]) & corrections[i]);
        }
        sink.add(index, g, at, std::span(corrections).first(count));
      }
    }
  }
}

// The owner gets the mask of its choice, plus the correction where it chose 1; this party has the
// negated mask of 0.
void RowSelections::offer(PartyId to, const Ask& ask, std::size_t index, Sink& sink) {
  auto& with = with_[to.index()];
  auto& keys = with.theirs.at(ask.choice.vector);
  const auto& shares = raw(*ask.rows);
  std::array<Block, kBatch> zeros;
  std::array<Block, kBatch> ones;
  std::array<std::uint64_t, kBatch> corrections;
  std::array<std::uint64_t, kBatch> kept;
  std::array<std::uint64_t, kBatch> words;
  for (std::size_t b = 0; b < blocks_of(widths_.size()); ++b, ++keys.rounds) {
    for (std::size_t at = 0; at < rows_; at += kBatch) {
      const auto count = std::min(kBatch, rows_ - at);
      for (std::size_t i = 0; i < count; ++i) {
        zeros[i] = keys.pairs[at + i][0] ^ Block { keys.rounds, 0 };
        ones[i] = keys.pairs[at + i][1] ^ Block { keys.rounds, 0 };
      }
      with.hash[1].hash(std::span(zeros).first(count), with.used_theirs);
      with.hash[1].hash(std::span(ones).first(count), with.used_theirs);
      with.used_theirs += count;
      for (std::size_t g = 2 * b; g < std::min(2 * b + 2, widths_.size()); ++g) {
        for (std::size_t i = 0; i < count; ++i) {
          const auto mask = half(zeros[i], g);
          corrections[i] =
              (mask + shares[g * rows_ + at + i] - half(ones[i], g)) & low_bits(widths_[g]);
          kept[i] = 0 - mask;
        }
        sink.add(index, g, at, std::span(kept).first(count));
        const auto packed = std::span(words).first(packed_words(count, widths_[g]));
        pack_bits(std::span(corrections).first(count), widths_[g], packed);
        net::send_values(line_to(setting_, to), packed);
      }
    }
  }
}

// One owner after the other: it only reads, the others only send.
void RowSelections::run(std::span<const Ask> asks, Sink& sink) {
  const auto each_of = [&](PartyId owner, auto act) {
    for (std::size_t i = 0; i < asks.size(); ++i) {
      if (asks[i].choice.owner != owner) continue;
      setting_.run.check_cancelled();
      act(asks[i], i);
    }
  };
  for (const auto owner : setting_.mesh.members()) {
    if (owner != setting_.own()) {
      each_of(owner, [&](const Ask& ask, std::size_t i) { offer(owner, ask, i, sink); });
      line_to(setting_, owner).flush();
      continue;
    }
    each_of(owner, [&](const Ask& ask, std::size_t i) { keep_own(ask, i, sink); });
    for (const auto other : setting_.mesh.others()) {
      each_of(owner, [&](const Ask& ask, std::size_t i) { take(other, ask, i, sink); });
    }
  }
}

Shared<NumberVector> RowSelections::sums(std::span<const Ask> asks) {
  if (asks.empty()) return {};
  Sink sink(asks.size(), rows_, widths_, false);
  run(asks, sink);
  return sink.sums();
}

std::vector<RowSelections::Rows> RowSelections::selected(std::span<const Ask> asks) {
  if (asks.empty()) return {};
  Sink sink(asks.size(), rows_, widths_, true);
  run(asks, sink);
  return sink.rows();
}

Shared<NumberVector> RowSelections::totals(std::span<const Rows* const> rows) const {
  NumberVector out(widths_.size() * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& shares = raw(*rows[i]);
    for (std::size_t g = 0; g < widths_.size(); ++g) {
      auto& sum = out[g * rows.size() + i];
      for (std::size_t row = 0; row < rows_; ++row) sum += shares[g * rows_ + row];
      sum &= low_bits(widths_[g]);
    }
  }
  return Shared<NumberVector>(std::move(out));
}

}  // namespace privet::protocol
