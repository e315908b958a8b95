// SPDX-License-Identifier: Apache-2.0
// The messages of the protocols that are checked when read: group elements, public keys,
// ciphertexts, the equations of the algebraic product. Whatever a peer says, the run ends by itself
// and, if in an error, in Error{Peer}. The first byte chooses the protocol.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "net/measure_link.h"
#include "protocol/ot/base_ot.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/raw_share.h"
#include "protocol/sets/set_parcels.h"
#include "tests/support/replay.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Block;
using crypto::Randomness;
using testing_support::ReplayChannel;

const crypto::ShortKeysForTests kShortKeys;

void run(std::uint8_t which, ReplayChannel& channel, Randomness& randomness) {
  const std::vector<std::uint64_t> values{1, 0, 1, 1};
  const std::vector<std::uint8_t> bits{1, 0};
  if (which == 0) {
    std::vector<protocol::BlockPair> keys(2);
    protocol::base_ot_send(channel, randomness, keys);
  } else if (which == 1) {
    std::vector<Block> keys(2);
    protocol::base_ot_receive(channel, randomness, bits, keys);
  } else if (which == 2) {
    (void)protocol::protocol_only::raw(
        protocol::paillier_product_y(channel, randomness, 1024, values, {4, 1, 8}));
  } else if (which == 3) {
    const testing_support::TestSetting setting(channel, circuit::Side::Second, randomness);
    (void)protocol::boolean_dot_ring(setting, bits, 1024, {"count", "fuzz"});
  } else if (which == 4) {
    const auto allow = protocol::AllowWeak::Yes;
    const testing_support::TestSetting setting(channel, circuit::Side::First, randomness);
    (void)protocol::algebraic_product_a(setting, setting.other(), values, {4, 2, 9}, allow);
  } else if (which == 5) {
    const auto allow = protocol::AllowWeak::Yes;
    const testing_support::TestSetting setting(channel, circuit::Side::Second, randomness);
    (void)protocol::algebraic_product_b(setting, setting.other(), values, {4, 2, 9}, allow);
  } else if (which == 6) {
    (void)net::measure_link(channel, false);
  } else if (which == 7) {
    (void)protocol::protocol_only::raw(
        protocol::lattice_product_y(channel, randomness, values, {4, 1, 8}));
  } else if (which == 8) {
    (void)protocol::protocol_only::raw(
        protocol::lattice_product_x(channel, randomness, values, {4, 1, 8}));
  } else if (which == 9) {
    const protocol::Mesh mesh(protocol::PartyId(1), {&channel, nullptr});
    protocol::SetParcels parcels(mesh);
    for (const std::size_t limit : {0U, 2U, 5U}) parcels.expect(protocol::PartyId(0), limit);
    auto ledger = protocol::Ledger::without_forecast();
    parcels.exchange(ledger.record_each({"sets", "a test"}, {}, {}, 0));
    ThreadPool pool(1);
    const auto key = crypto::Scalar::random(randomness);
    for (int i = 0; i < 3; ++i) {
      const auto set = parcels.next(protocol::PartyId(0));
      if (set.size() > 5) std::abort();
      (void)protocol::hash_again(set, key, pool);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  ReplayChannel channel(std::as_bytes(std::span(data, size)).subspan(1));
  auto randomness = Randomness::repeatable(1);
  try {
    run(data[0] % 10, channel, randomness);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Peer) std::abort();
  }
  return 0;
}
