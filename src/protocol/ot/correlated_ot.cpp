// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/correlated_ot.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/error.h"
#include "crypto/aes.h"
#include "crypto/bit_vector.h"
#include "crypto/secret_vector.h"
#include "protocol/ot/base_ot.h"
#include "protocol/ot/punctured.h"
#include "protocol/ot/transpose.h"

namespace privet::protocol {
namespace {

using crypto::Aes;
using crypto::BitView;
using crypto::Block;

constexpr std::size_t kTilesPerBatch = 32;
constexpr std::size_t kBatch = 128 * kTilesPerBatch;
constexpr std::size_t kFlipsAtOnce = std::size_t{1} << 16U;
// Made ahead: first as many as were made so far, between these two, and then an eighth of them, up
// to the third. Those that nobody comes to ask for were made in vain.
constexpr std::size_t kLeastAhead = std::size_t{1} << 16U;
constexpr std::size_t kFewAhead = std::size_t{1} << 17U;
constexpr std::size_t kMostAhead = std::size_t{1} << 21U;
constexpr std::size_t kPartAhead = 8;
using Column = std::array<Block, kTilesPerBatch>;  // a bit for each transfer of a batch

void add(Column& to, const Column& from, std::size_t tiles) {
  for (std::size_t i = 0; i < tiles; ++i) to[i] ^= from[i];
}

// The expansions of one tree's leaves, summed: over all of them, and for each bit of the number
// over those that have it.
class LeafSums {
 public:
  LeafSums(std::span<const Block> leaves, unsigned bits, bool first_unknown)
      : bits_(bits), first_unknown_(first_unknown) {
    generators_.reserve(leaves.size());
    for (const auto& leaf : leaves) generators_.emplace_back(leaf);
  }

  // Adds into by_bit[b] and total, which must be zero, for transfers counted in tiles of 128.
  void expand(std::uint64_t first_tile, std::size_t tiles, std::span<Column> by_bit,
              Column& total) const {
    // Like counting in binary: partial[l] waits for the sum of its right neighbour of 2^l leaves.
    std::array<Column, 9> partial;
    for (std::size_t number = 0; number < generators_.size(); ++number) {
      Column sum;
      for (std::size_t i = 0; i < tiles; ++i) sum[i] = {first_tile + i, 0};
      if (number == 0 && first_unknown_) {
        std::fill_n(sum.begin(), tiles, Block{});
      } else {
        generators_[number].encrypt(std::span(sum).first(tiles));
      }
      std::size_t level = 0;
      for (; ((number >> level) & 1U) != 0; ++level) {
        add(by_bit[level], sum, tiles);
        add(sum, partial.at(level), tiles);
      }
      std::copy_n(sum.begin(), tiles, partial.at(level).begin());
    }
    add(total, partial.at(bits_), tiles);
  }

 private:
  std::vector<Aes> generators_;
  unsigned bits_;
  bool first_unknown_;
};

// One batch as a matrix of 128 columns of `tiles` blocks each.
struct Matrix {
  Matrix() = default;
  ~Matrix() { crypto::wipe(std::as_writable_bytes(std::span(columns))); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  std::array<Column, 128> columns;

  void clear(std::size_t tiles) {
    for (auto& column : columns) std::fill_n(column.begin(), tiles, Block{});
  }
  // Row j of the matrix becomes rows[j].
  void write_rows(std::span<Block> rows) const {
    BitTile tile;
    for (std::size_t at = 0; at < rows.size(); at += 128) {
      for (std::size_t c = 0; c < 128; ++c) tile[c] = columns[c][at / 128];
      transpose(tile);
      const auto count = std::min<std::size_t>(128, rows.size() - at);
      std::copy_n(tile.begin(), count, rows.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
};

std::size_t tiles_of(std::size_t transfers) {
  return crypto::blocks_for(transfers);
}

}  // namespace

class CorrelatedOtSender::State {
 public:
  State(std::vector<LeafSums> trees, unsigned bits) : trees_(std::move(trees)), bits_(bits) {}

  void batch(net::Channel& channel, Block delta, std::span<Block> zeros) {
    const auto tiles = tiles_of(zeros.size());
    matrix_.clear(tiles);
    corrections_.resize(tiles * trees_.size());
    net::receive_values(channel, corrections_);
    Column unused{};
    for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
      const auto columns = std::span(matrix_.columns).subspan(tree * bits_, bits_);
      trees_[tree].expand(first_tile_, tiles, columns, unused);
      const Block* const correction = corrections_.data() + tree * tiles;
      for (std::size_t b = 0; b < bits_; ++b) {
        const auto bit = BitView(delta)[tree * bits_ + b];
        for (std::size_t i = 0; i < tiles; ++i) columns[b][i] ^= when(bit, correction[i]);
      }
    }
    first_tile_ += tiles;
    matrix_.write_rows(zeros);
  }

 private:
  std::vector<LeafSums> trees_;
  unsigned bits_;
  std::uint64_t first_tile_ = 0;
  Matrix matrix_;
  std::vector<Block> corrections_;
};

class CorrelatedOtReceiver::State {
 public:
  State(std::vector<LeafSums> trees, unsigned bits) : trees_(std::move(trees)), bits_(bits) {}

  void batch(net::Channel& channel, std::span<const Block> choices, std::span<Block> taken) {
    const auto tiles = tiles_of(taken.size());
    matrix_.clear(tiles);
    corrections_.resize(tiles * trees_.size());
    for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
      const auto columns = std::span(matrix_.columns).subspan(tree * bits_, bits_);
      Column total{};
      trees_[tree].expand(first_tile_, tiles, columns, total);
      Block* const correction = corrections_.data() + tree * tiles;
      for (std::size_t i = 0; i < tiles; ++i) correction[i] = total[i] ^ choices[i];
    }
    net::send_values(channel, corrections_);
    first_tile_ += tiles;
    matrix_.write_rows(taken);
  }

 private:
  std::vector<LeafSums> trees_;
  unsigned bits_;
  std::uint64_t first_tile_ = 0;
  Matrix matrix_;
  std::vector<Block> corrections_;
};

std::size_t OtsAhead::take(std::span<Block> out) {
  const auto count = std::min(out.size(), ready.size() - used);
  std::ranges::copy(std::span(ready).subspan(used, count), out.begin());
  used += count;
  return count;
}

std::span<Block> OtsAhead::grow(std::size_t more) {
  const auto least = std::clamp(made, kLeastAhead, kFewAhead);
  const auto count = std::clamp(made / kPartAhead, least, kMostAhead);
  made += more + count;
  ready.resize(count);
  used = 0;
  return ready;
}

CorrelatedOtSender::CorrelatedOtSender(std::unique_ptr<State> state, Block delta)
    : state_(std::move(state)), delta_(delta) {}
CorrelatedOtSender::~CorrelatedOtSender() {
  crypto::wipe(std::as_writable_bytes(std::span(&delta_, 1)));
}
CorrelatedOtSender::CorrelatedOtSender(CorrelatedOtSender&&) noexcept = default;
CorrelatedOtSender& CorrelatedOtSender::operator=(CorrelatedOtSender&&) noexcept = default;

CorrelatedOtSender CorrelatedOtSender::set_up(net::Channel& channel, crypto::Randomness& randomness,
                                              const OtPlan& plan) {
  const auto bits = static_cast<unsigned>(plan.piece);
  Block delta = randomness.block();
  delta.low |= 1U;
  // Tree t hides bits [t k, (t+1) k) of delta; a level's key is the one for the side the path to
  // the hidden leaf does not take, the highest bit first.
  crypto::SecretVector<std::uint8_t> choices(128);
  for (std::size_t i = 0; i < 128; ++i) {
    const auto in_tree = bits - 1 - i % bits;
    choices.at(i) = static_cast<std::uint8_t>(1U ^ BitView(delta)[i - i % bits + in_tree]);
  }
  crypto::SecretVector<Block> keys(128);
  SeedTrees seed_trees(base_ot_receive(channel, randomness, choices, keys));
  std::array<BlockPair, 128> sums{};
  net::receive_values(channel, sums);
  std::vector<LeafSums> trees;
  for (std::size_t at = 0; at < 128; at += bits) {
    std::uint32_t hidden = 0;
    for (std::size_t b = 0; b < bits; ++b) {
      hidden |= static_cast<std::uint32_t>(BitView(delta)[at + b] << b);
    }
    const auto leaves = seed_trees.fill(std::span(keys).subspan(at, bits), hidden,
                                        std::span(sums).subspan(at, bits));
    trees.emplace_back(leaves, bits, true);
  }
  CorrelatedOtSender out(std::make_unique<State>(std::move(trees), bits), delta);
  crypto::wipe(std::as_writable_bytes(std::span(&delta, 1)));
  if (plan.silent) {
    crypto::SecretVector<Block> seeds(seeds_needed(kSilentShape));
    out.extend(channel, seeds);
    const Block public_seed = randomness.block();
    net::send_values(channel, std::span(&public_seed, 1));
    channel.flush();
    out.silent_ =
        std::make_unique<SilentSender>(kSilentShape, public_seed, out.delta_, seeds, randomness);
  }
  return out;
}

void CorrelatedOtSender::extend_silently(net::Channel& channel, std::span<Block> zeros) {
  const auto rest = zeros.subspan(ahead_.take(zeros));
  if (!rest.empty()) {
    silent_->extend(channel, rest);
    silent_->extend(channel, ahead_.grow(rest.size()));
  }
  std::vector<Block> flips(tiles_of(std::min(zeros.size(), kFlipsAtOnce)));
  for (; !zeros.empty(); zeros = zeros.subspan(std::min(zeros.size(), kFlipsAtOnce))) {
    const auto part = zeros.first(std::min(zeros.size(), kFlipsAtOnce));
    net::receive_values(channel, std::span(flips).first(tiles_of(part.size())));
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i] ^= when(BitView(flips)[i], delta_);
    }
  }
}

void CorrelatedOtSender::extend(net::Channel& channel, std::span<Block> zeros) {
  if (silent_) return extend_silently(channel, zeros);
  for (; !zeros.empty(); zeros = zeros.subspan(std::min(zeros.size(), kBatch))) {
    state_->batch(channel, delta_, zeros.first(std::min(zeros.size(), kBatch)));
  }
}

CorrelatedOtReceiver::CorrelatedOtReceiver(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
CorrelatedOtReceiver::~CorrelatedOtReceiver() = default;
CorrelatedOtReceiver::CorrelatedOtReceiver(CorrelatedOtReceiver&&) noexcept = default;
CorrelatedOtReceiver& CorrelatedOtReceiver::operator=(CorrelatedOtReceiver&&) noexcept = default;

CorrelatedOtReceiver CorrelatedOtReceiver::set_up(net::Channel& channel,
                                                  crypto::Randomness& randomness,
                                                  const OtPlan& plan) {
  const auto bits = static_cast<unsigned>(plan.piece);
  crypto::SecretVector<BlockPair> keys(128);
  SeedTrees seed_trees(base_ot_send(channel, randomness, keys));
  std::vector<LeafSums> trees;
  std::vector<BlockPair> sums;
  for (std::size_t at = 0; at < 128; at += bits) {
    const auto tree = seed_trees.grow(randomness, std::span(keys).subspan(at, bits));
    sums.insert(sums.end(), tree.sums.begin(), tree.sums.end());
    trees.emplace_back(tree.leaves, bits, false);
  }
  net::send_values(channel, sums);
  channel.flush();
  CorrelatedOtReceiver out(std::make_unique<State>(std::move(trees), bits));
  if (plan.silent) {
    crypto::SecretVector<Block> seeds(seeds_needed(kSilentShape));
    crypto::SecretVector<Block> choices(tiles_of(seeds.size()));
    randomness.fill_values(std::span(choices));
    out.extend(channel, choices, seeds);
    Block public_seed;
    net::receive_values(channel, std::span(&public_seed, 1));
    out.silent_ =
        std::make_unique<SilentReceiver>(kSilentShape, public_seed, choices, seeds, randomness);
  }
  return out;
}

void CorrelatedOtReceiver::extend_silently(net::Channel& channel, std::span<const Block> choices,
                                           std::span<Block> taken) {
  const auto rest = taken.subspan(ahead_.take(taken));
  if (!rest.empty()) {
    silent_->extend(channel, rest);
    silent_->extend(channel, ahead_.grow(rest.size()));
  }
  std::vector<Block> flips(tiles_of(std::min(taken.size(), kFlipsAtOnce)));
  while (!taken.empty()) {
    const auto part = taken.first(std::min(taken.size(), kFlipsAtOnce));
    const auto tiles = std::span(flips).first(tiles_of(part.size()));
    // Only the bits that are asked for: the others of the last tile are none of the sender's
    // business, and nothing would hide them.
    std::ranges::fill(tiles, Block{0, 0});
    for (std::size_t i = 0; i < part.size(); ++i) {
      crypto::put_bit(tiles, i, BitView(choices)[i] ^ part[i].lowest());
    }
    net::send_values(channel, tiles);
    taken = taken.subspan(part.size());
    choices = choices.subspan(tiles.size());
  }
  channel.flush();
}

void CorrelatedOtReceiver::extend(net::Channel& channel, std::span<const Block> choices,
                                  std::span<Block> taken) {
  PRIVET_CHECK(choices.size() >= tiles_of(taken.size()));
  if (silent_) return extend_silently(channel, choices, taken);
  while (!taken.empty()) {
    const auto count = std::min(taken.size(), kBatch);
    state_->batch(channel, choices, taken.first(count));
    taken = taken.subspan(count);
    choices = choices.subspan(tiles_of(count));
  }
  channel.flush();
}

}  // namespace privet::protocol
