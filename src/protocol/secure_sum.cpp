// SPDX-License-Identifier: Apache-2.0
#include "protocol/secure_sum.h"

#include <bit>

#include "base/error.h"
#include "protocol/check_opened.h"
#include "protocol/shared.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

void check_range(std::span<const std::uint64_t> values, unsigned bits, std::size_t parties) {
  if (bits + static_cast<unsigned>(std::bit_width(parties - 1)) > 64) {
    throw Error(ErrorCode::Usage, "the sum of " + std::to_string(parties) + " numbers of " +
                                      std::to_string(bits) + " bits does not fit in 64 bits");
  }
  for (const auto value : values) {
    if (bits < 64 && (value >> bits) != 0) {
      throw Error(ErrorCode::Usage, "a number to be summed has more than the agreed " +
                                        std::to_string(bits) + " bits");
    }
  }
}

void add(std::span<std::uint64_t> to, std::span<const std::uint64_t> from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

// Two times around: once to add, once to tell.
std::vector<std::uint64_t> ring_sum(const Recorded& recorded, const Mesh& mesh,
                                    crypto::Randomness& randomness,
                                    std::span<const std::uint64_t> values) {
  const auto count = mesh.parties();
  const auto place = mesh.place();
  auto& next = line_to(mesh, mesh.at((place + 1) % count));
  auto& previous = line_to(mesh, mesh.at((place + count - 1) % count));
  std::vector<std::uint64_t> sum(values.begin(), values.end());
  std::vector<std::uint64_t> passing(values.size());
  const auto pass_on = [&] {
    send_told(recorded, next, sum);
    next.flush();
  };
  if (place == 0) {
    std::vector<std::uint64_t> mask(values.size());
    randomness.fill_values(std::span(mask));
    add(sum, mask);
    pass_on();
    net::receive_values(previous, sum);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] -= mask[i];
    pass_on();
  } else {
    net::receive_values(previous, passing);
    add(sum, passing);
    pass_on();
    net::receive_values(previous, sum);
    if (place + 1 < count) pass_on();
  }
  return sum;
}

std::vector<std::uint64_t> share_sum(const Recorded& recorded, const Mesh& mesh,
                                     crypto::Randomness& randomness,
                                     std::span<const std::uint64_t> values) {
  auto parts = split(values, mesh.parties(), randomness);
  auto own = parts[mesh.place()];
  std::vector<std::uint64_t> dealt(values.size());
  for (const auto other : mesh.others()) {
    line_to(mesh, other)
        .exchange(std::as_bytes(std::span(parts[mesh.place_of(other)])),
                  std::as_writable_bytes(std::span(dealt)));
    add(own, dealt);
  }
  auto sum = own;
  for (const auto other : mesh.others()) {
    exchange_told(recorded, line_to(mesh, other), std::as_bytes(std::span(own)),
                  std::as_writable_bytes(std::span(dealt)));
    add(sum, dealt);
  }
  return sum;
}

}  // namespace

std::vector<std::uint64_t> secure_sum(const Setting& setting, std::span<const std::uint64_t> values,
                                      unsigned bits, SumMethod method, Opening opening) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(mesh.parties() >= 2);
  check_range(values, bits, mesh.parties());
  const auto recorded =
      setting.ledger.record_each(opening, mesh.set(), mesh.members(), values.size());
  auto out = method == SumMethod::Ring ? ring_sum(recorded, mesh, setting.randomness, values)
                                       : share_sum(recorded, mesh, setting.randomness, values);
  const auto most =
      bits < 64 ? ((std::uint64_t{1} << bits) - 1) * mesh.parties() : ~std::uint64_t{0};
  for (const auto sum : out) check_opened("a sum", most, sum);
  return out;
}

}  // namespace privet::protocol
