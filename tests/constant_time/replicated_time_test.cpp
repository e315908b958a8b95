// SPDX-License-Identifier: Apache-2.0
// As constant_time_test.cpp, for three parties who do not collude: keys and inputs are hidden.
#include <array>
#include <future>
#include <memory>
#include <vector>

#include "protocol/fixed_point.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/joint_counts.h"
#include "tests/constant_time/hidden.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;                 // NOLINT: a small program
using namespace privet::constant_time;  // NOLINT: the same
using protocol::PartyId;
using protocol::replicated::Arithmetic;
using protocol::replicated::Trio;

constexpr protocol::Opening kTest{"answer", "test"};

void operations(Arithmetic& a, const Arithmetic::Numbers& x, const Arithmetic::Numbers& y) {
  (void)a.multiply_truncated(x, y, 4);
  (void)a.truncate(x, 3);
  (void)protocol::less(a, x, y);
  (void)protocol::equal(a, x, y);
  (void)protocol::divide(a, x, y, 8);
  (void)protocol::logarithm(a, x, {8, 4});
  (void)protocol::argmax(a, x, 5, 8);
  (void)protocol::truncate_exactly(a, x, 3);
  (void)a.to_additive(x);
  using Fixed = protocol::Fixed<Arithmetic>;
  const Fixed left(x, 4, 255);
  const Fixed right(y, 4, 255);
  (void)protocol::divide(a, left, right, 1);
  (void)protocol::times(a, left, 0.75);
  (void)a.open_to_all(x, kTest);
}

void run_party(const protocol::Mesh& mesh) {
  crypto::Randomness randomness;
  hide_keys(randomness);
  testing_support::TestSetting setting(mesh, randomness);
  auto trio = Trio::set_up(setting);
  Arithmetic a(trio);
  std::array<std::uint64_t, 5> secret{5, 6, 7, 0, 200};
  hide(secret);
  const auto values = [&](std::uint32_t owner) {
    return mesh.own() == PartyId(owner) ? std::span<const std::uint64_t>(secret)
                                        : std::span<const std::uint64_t>();
  };
  const auto x = a.input(PartyId(0), values(0), 5);
  operations(a, x, a.input(PartyId(1), values(1), 5));
  std::vector<protocol::BitVector> vectors{
      protocol::BitVector::of_blocks(std::array{crypto::Block{5, 6}})};
  hide(vectors[0].blocks()[0]);
  const std::vector<protocol::BooleanProduct> products{
      {{PartyId(0), 0}, {PartyId(1), 0}}, {{PartyId(0), 0}, {PartyId(1), 0}, {PartyId(2), 0}}};
  (void)protocol::replicated::joint_counts(a, products, vectors, 100);
  auto& bits = a.bits();
  const auto word = bits.input(PartyId(2), values(2), 8, 5);
  (void)bits.reveal(PartyId(0), circuit::add(bits, word, word), 5, kTest);
}

}  // namespace

int main() {
  net::ChannelOptions patient;  // everything takes long under valgrind
  patient.timeout = std::chrono::minutes(10);
  std::array<std::array<std::unique_ptr<net::Channel>, 3>, 3> lines;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i + 1; j < 3; ++j) {
      auto [left, right] = net::make_memory_pair(patient, std::size_t{1} << 20U);
      lines[i][j] = std::move(left);
      lines[j][i] = std::move(right);
    }
  }
  std::vector<std::future<void>> parties;
  for (std::uint32_t own = 0; own < 3; ++own) {
    parties.push_back(std::async(std::launch::async, [&lines, own] {
      std::vector<std::unique_ptr<WireChannel>> wires(3);
      std::vector<net::Channel*> channels(3, nullptr);
      for (std::size_t other = 0; other < 3; ++other) {
        if (other == own) continue;
        wires[other] = std::make_unique<WireChannel>(*lines[own][other]);
        channels[other] = wires[other].get();
      }
      run_party(protocol::Mesh(PartyId(own), channels));
    }));
  }
  for (auto& party : parties) party.get();
  return 0;
}
