// SPDX-License-Identifier: Apache-2.0
// Group elements, boxes, hashed sets and rows of the set protocols, and whole unions against a peer
// that says these bytes. Whatever comes, the run ends by itself and, if in an error, in
// Error{Peer}. The first byte chooses the reader.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/box.h"
#include "protocol/permutation.h"
#include "protocol/sets/keyed_hashing.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/hidden_items.h"
#include "protocol/union/item_points.h"
#include "protocol/union/row_block.h"
#include "protocol/union/set_union.h"
#include "tests/support/replay.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Randomness;
using protocol::PartyId;
using protocol::Records;
using testing_support::ReplayChannel;
using Bytes = std::span<const std::byte>;

constexpr protocol::Opening kRows{"rows", "fuzz"};

// As many records as the bytes have.
Records records_of(Bytes bytes, std::size_t size) {
  Records out(bytes.size() / size, size);
  std::copy_n(bytes.begin(), out.all().size(), out.all().begin());
  return out;
}

void read_elements(std::uint8_t which, Bytes bytes, Randomness& randomness, ThreadPool& pool) {
  const auto key = crypto::Scalar::random(randomness);
  if (which == 0) {
    const auto hidden = records_of(bytes, 64);
    const auto target = crypto::Point::base_times(key);
    const auto zeros = protocol::unions::encrypt_zeros(hidden.count(), target, randomness, pool);
    (void)protocol::unions::pass_hidden(hidden, key, key, zeros, pool);
  } else if (which == 1) {
    (void)protocol::unions::reveal_items(records_of(bytes, 64), key, pool);
  } else if (which == 2) {
    (void)protocol::unions::times_factor(records_of(bytes, 32), key, pool);
  } else if (which == 3) {
    const auto points = bytes.first(bytes.size() / 32 * 32);
    const auto row = points.empty() ? std::nullopt : protocol::unions::read_item(points, {});
    // What was read is what is written.
    if (row) {
      std::vector<std::byte> again(points.size());
      protocol::unions::write_item(*row, {}, again);
      if (protocol::unions::read_item(again, {}) != row) std::abort();
    }
  } else if (which == 4) {
    const std::vector<std::size_t> limits{4, 4};
    for (const auto& set : protocol::decode_sets(bytes, limits)) {
      (void)protocol::hash_again(set, key, pool);
    }
  } else if (bytes.size() >= crypto::kBoxOverhead) {
    std::vector<std::byte> out(bytes.size() - crypto::kBoxOverhead);
    crypto::BoxKey::random(randomness).open(bytes, out);
  }
}

// The other party of two says the bytes.
void run_with_peer(std::uint8_t which, Bytes bytes, Randomness& randomness) {
  ReplayChannel channel(bytes);
  const testing_support::TestSetting setting(
      channel, which % 2 == 0 ? circuit::Side::First : circuit::Side::Second, randomness);
  const protocol::unions::UnionShape shape{4, 2, protocol::unions::RowCounts::Told,
                                           protocol::unions::TwoParties::Accept};
  const std::vector<PartyId> both{PartyId(0), PartyId(1)};
  const protocol::unions::Rows rows{"a"};
  if (which < 2) {
    (void)protocol::unions::bag_union(setting, shape, rows, both, kRows);
  } else if (which < 4) {
    (void)protocol::unions::set_union(setting, shape, rows, both, kRows);
  } else {
    const std::vector<std::uint64_t> masks{1, 2};
    protocol::add_and_permute_v(setting, setting.other(), masks, std::vector<std::uint32_t>{1, 0},
                                8, 1024);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  auto randomness = Randomness::repeatable(1);
  static ThreadPool pool(1);
  const auto which = static_cast<std::uint8_t>(data[0] % 12);
  try {
    (void)(bytes.size() >= protocol::unions::kRowHeader &&
           protocol::unions::read_row(bytes).has_value());
    if (which < 6) {
      read_elements(which, bytes, randomness, pool);
    } else {
      run_with_peer(static_cast<std::uint8_t>(which - 6), bytes, randomness);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Peer) std::abort();
  }
  return 0;
}
