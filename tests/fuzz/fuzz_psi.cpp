// SPDX-License-Identifier: Apache-2.0
// A peer that lies in private set intersection: what an honest one says, changed at some places and
// cut off at one. Whatever it is, the run ends by itself and, if in an error, in Error{Peer}.
// The first byte chooses the role under test, the next two where to cut (0: nowhere); then three
// bytes each: a place and the byte to say there.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "protocol/psi/private_intersection.h"
#include "tests/support/recording.h"
#include "tests/support/replay.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using net::Channel;
using protocol::PartyId;
using protocol::Setting;
using protocol::psi::Items;
namespace psi = protocol::psi;

constexpr std::array<std::string_view, 3> kItems{"one", "two", "a long item that is hashed"};
using Role = std::function<void(const Setting&, PartyId, Items)>;
constexpr std::size_t kLargest = 64;

// Sender and receiver of each kind in turn.
const std::vector<Role>& roles() {
  static const std::vector<Role> all{
      [](const Setting& s, PartyId o, Items i) { psi::intersect_as_sender(s, o, i, kLargest); },
      [](const Setting& s, PartyId o, Items i) {
        (void)psi::intersect_as_receiver(s, o, i, kLargest);
      },
      [](const Setting& s, PartyId o, Items i) {
        const std::vector<std::byte> payloads(20 * i.size());
        psi::send_payloads(s, o, i, {payloads, 20}, kLargest);
      },
      [](const Setting& s, PartyId o, Items i) {
        (void)psi::receive_payloads(s, o, i, 20, kLargest);
      },
      [](const Setting& s, PartyId o, Items i) { (void)psi::align_as_sender(s, o, i, kLargest); },
      [](const Setting& s, PartyId o, Items i) { (void)psi::align_as_receiver(s, o, i, kLargest); },
      [](const Setting& s, PartyId o, Items i) { psi::count_as_sender(s, o, i, kLargest); },
      [](const Setting& s, PartyId o, Items i) {
        (void)psi::count_as_receiver(s, o, i, kLargest);
      }};
  return all;
}

void run(std::size_t role, Channel& channel) {
  auto randomness = crypto::Randomness::repeatable(role);
  const testing_support::TestSetting setting(
      channel, role % 2 == 0 ? circuit::Side::First : circuit::Side::Second, randomness);
  roles()[role](setting, setting.other(), kItems);
}

// What an honest peer of the role says.
const std::vector<std::byte>& honest(std::size_t role) {
  static std::array<std::vector<std::byte>, 8> known;
  auto& out = known.at(role);
  if (out.empty()) {
    out = testing_support::run_two(
              testing_support::Line::Memory,
              [&](Channel& channel) {
                testing_support::RecordingChannel recording(channel);
                run(role, recording);
                return recording.received();
              },
              [&](Channel& channel) { return run(role ^ 1U, channel), 0; })
              .first;
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t role = data[0] % roles().size();
  auto said = honest(role);
  const auto place = [&](std::size_t at) {
    return (data[at] + std::size_t{256} * data[at + 1]) % said.size();
  };
  for (std::size_t at = 3; at + 3 <= size; at += 3) {
    said[place(at)] = static_cast<std::byte>(data[at + 2]);
  }
  if (const auto cut = place(1); cut > 0) said.resize(cut);
  testing_support::ReplayChannel channel(said);
  try {
    run(role, channel);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Peer) std::abort();
  }
  return 0;
}
