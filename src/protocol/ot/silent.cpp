// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/silent.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kMostLevels = 20;

Block with_lowest(Block block, std::uint64_t bit) {
  block.low = (block.low & ~std::uint64_t{1}) | bit;
  return block;
}

void wipe(std::span<Block> blocks) {
  crypto::wipe(std::as_writable_bytes(blocks));
}

std::size_t flip_words(const SilentShape& shape) {
  return crypto::words_for(shape.trees * shape.levels);
}

}  // namespace

SilentTransfers::SilentTransfers(const SilentShape& shape, Block public_seed,
                                 std::span<const Block> seeds)
    : shape_(shape),
      hash_(public_seed),
      trees_(public_seed ^ Block{0, 2}),
      leaves_(std::size_t{1} << shape.levels),
      code_(public_seed ^ Block{0, 1}, shape.secret),
      tree_(shape.trees),
      kept_(seeds.begin(), seeds.end()),
      ready_(leaves_.size()) {
  PRIVET_CHECK(shape.levels >= 1 && shape.levels <= kMostLevels);
  PRIVET_CHECK(kept_.size() == seeds_needed(shape) && kept_.size() < shape.rows());
}

std::span<const Block> SilentTransfers::all_seeds() const {
  return std::span(current_).subspan(shape_.secret);
}

std::span<const Block> SilentTransfers::seeds_of_tree() const {
  return all_seeds().subspan(tree_ * shape_.levels, shape_.levels);
}

void SilentTransfers::begin_turn() {
  PRIVET_CHECK(turn_is_over() && kept_.size() == seeds_needed(shape_));
  std::swap(current_, kept_);
  kept_.clear();
  kept_.reserve(current_.size());
  tree_ = 0;
}

void SilentTransfers::finish_tree() {
  code_.add(row_, std::span(current_).first(shape_.secret), leaves_);
  row_ += leaves_.size();
  ++tree_;
  const auto count = std::min(seeds_needed(shape_) - kept_.size(), leaves_.size());
  kept_.insert(kept_.end(), leaves_.begin(), leaves_.begin() + static_cast<std::ptrdiff_t>(count));
  ready_ = count;
}

std::size_t SilentTransfers::take(std::span<Block> out) {
  const auto count = std::min(out.size(), leaves_.size() - ready_);
  std::ranges::copy(std::span(leaves_).subspan(ready_, count), out.begin());
  ready_ += count;
  return count;
}

SilentSender::SilentSender(const SilentShape& shape, Block public_seed, Block delta,
                           std::span<const Block> seeds, crypto::Randomness& randomness)
    : SilentTransfers(shape, public_seed, seeds), delta_(delta), roots_(randomness.block()) {
  PRIVET_CHECK(delta.lowest() == 1);
  for (auto& seed : first_seeds()) seed = with_lowest(seed, 0);
}

void SilentSender::extend(net::Channel& channel, std::span<Block> zeros) {
  while (!zeros.empty()) {
    const auto count = take(zeros);
    zeros = zeros.subspan(count);
    if (count == 0) send_tree(channel);
  }
  channel.flush();
}

void SilentSender::send_tree(net::Channel& channel) {
  if (turn_is_over()) {
    begin_turn();
    flips_.resize(flip_words(shape_));
    net::receive_values(channel, flips_);
    flip_ = 0;
  }
  std::array<Block, kMostLevels> straight;
  std::array<Block, kMostLevels> crossed;
  const auto seeds = seeds_of_tree();
  for (std::size_t l = 0; l < seeds.size(); ++l, ++flip_) {
    const auto flip = crypto::BitView(flips_)[flip_];
    straight.at(l) = seeds[l] ^ when(flip, *delta_);
    crossed.at(l) = straight.at(l) ^ *delta_;
  }
  hash_.hash(std::span(straight).first(seeds.size()), hashed_);
  hash_.hash(std::span(crossed).first(seeds.size()), hashed_);
  hashed_ += seeds.size();
  std::array<BlockPair, kMostLevels> sums;
  for (std::size_t l = 0; l < seeds.size(); ++l) sums.at(l) = {straight.at(l), crossed.at(l)};
  Block root;
  roots_.fill_blocks(std::span(&root, 1));
  trees_.grow(root, std::span(sums).first(seeds.size()), leaves_);
  Block total = *delta_;
  for (auto& leaf : leaves_) {
    leaf = with_lowest(leaf, 0);
    total ^= leaf;
  }
  net::send_values(channel, std::span(sums).first(seeds.size()));
  net::send_values(channel, std::span(&total, 1));
  wipe(straight);
  wipe(crossed);
  wipe(std::span(&root, 1));
  finish_tree();
}

SilentReceiver::SilentReceiver(const SilentShape& shape, Block public_seed,
                               std::span<const Block> choices, std::span<const Block> seeds,
                               crypto::Randomness& randomness)
    : SilentTransfers(shape, public_seed, seeds), places_(randomness.block()) {
  const auto first = first_seeds();
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = with_lowest(first[i], crypto::BitView(choices)[i]);
  }
}

void SilentReceiver::extend(net::Channel& channel, std::span<Block> taken) {
  while (!taken.empty()) {
    const auto count = take(taken);
    taken = taken.subspan(count);
    if (count == 0) receive_tree(channel);
  }
}

void SilentReceiver::send_choices(net::Channel& channel) {
  begin_turn();
  hidden_.resize(shape_.trees);
  places_.fill(std::as_writable_bytes(std::span(hidden_)));
  const auto seeds = all_seeds();
  std::vector<std::uint64_t> flips(flip_words(shape_));
  for (std::size_t t = 0; t < shape_.trees; ++t) {
    hidden_[t] &= static_cast<std::uint32_t>(leaves_.size() - 1);
    for (std::size_t l = 0; l < shape_.levels; ++l) {
      // The key wanted is that of the side which the path does not take, the highest bit first.
      const std::uint64_t side = 1U ^ ((hidden_[t] >> (shape_.levels - 1 - l)) & 1U);
      const auto i = t * shape_.levels + l;
      crypto::put_bit(flips, i, side ^ seeds[i].lowest());
    }
  }
  net::send_values(channel, flips);
  at_ = 0;
}

void SilentReceiver::receive_tree(net::Channel& channel) {
  if (turn_is_over()) send_choices(channel);
  std::array<Block, kMostLevels> buffer;
  const auto keys = std::span(buffer).first(shape_.levels);
  std::ranges::copy(seeds_of_tree(), keys.begin());
  hash_.hash(keys, hashed_);
  hashed_ += keys.size();
  std::array<BlockPair, kMostLevels> sums;
  Block missing;
  net::receive_values(channel, std::span(sums).first(keys.size()));
  net::receive_values(channel, std::span(&missing, 1));
  const auto hidden = hidden_.at(at_++);
  trees_.fill(keys, hidden, std::span(sums).first(keys.size()), leaves_);
  wipe(buffer);
  for (auto& leaf : leaves_) {
    leaf = with_lowest(leaf, 0);
    missing ^= leaf;
  }
  for (std::uint32_t i = 0; i < leaves_.size(); ++i)
    leaves_[i] ^= when(is_same(i, hidden), missing);
  wipe(std::span(&missing, 1));
  finish_tree();
}

}  // namespace privet::protocol
