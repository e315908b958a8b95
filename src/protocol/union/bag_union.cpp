// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/bag_union.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/box.h"
#include "crypto/secret_vector.h"
#include "protocol/union/row_block.h"

namespace privet::protocol::unions {

using protocol_only::line_to;
namespace {

using crypto::BoxAddress;
using crypto::BoxKey;
using crypto::kBoxOverhead;

constexpr std::size_t kGrain = 32;  // boxes a thread takes at a time
constexpr std::size_t kSeed = 32;

std::vector<BoxAddress> exchange_addresses(const Setting& setting, const BoxKey& key) {
  std::vector<BoxAddress> out(setting.mesh.parties());
  out[setting.mesh.own().index()] = key.address();
  for (const auto other : setting.mesh.others()) {
    line_to(setting.mesh, other).exchange(key.address(), out[other.index()]);
  }
  return out;
}

// One row, or none, within a box for each party of the path; the outermost for the first.
void wrap(std::span<const BoxAddress> path, std::span<const std::byte> seeds,
          const std::string* row, std::size_t block, std::span<std::byte> out) {
  std::vector<std::byte> inner(block);
  if (row != nullptr) {
    write_row(*row, inner);
  } else {
    write_no_row(inner);
  }
  for (std::size_t layer = path.size(); layer-- > 0;) {
    std::vector<std::byte> outer(inner.size() + kBoxOverhead);
    const auto seed = seeds.subspan(layer * kSeed).first<kSeed>();
    crypto::close_box(path[layer], seed, inner, outer);
    if (layer + 1 == path.size()) crypto::wipe(inner);
    inner = std::move(outer);
  }
  std::ranges::copy(inner, out.begin());
}

Records wrap_all(const Setting& setting, std::span<const BoxAddress> path,
                 std::span<const std::string> rows, std::size_t places, std::size_t block) {
  Records out(places, block + path.size() * kBoxOverhead);
  crypto::SecretBytes seeds(places * path.size() * kSeed);
  setting.randomness.fill(seeds.bytes());
  setting.pool.parallel_ranges(places, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto of_row = seeds.bytes().subspan(i * path.size() * kSeed, path.size() * kSeed);
      wrap(path, of_row, i < rows.size() ? &rows[i] : nullptr, block, out.at(i));
    }
  });
  return out;
}

// What is in the boxes, in a new order.
Records open_and_shuffle(const Setting& setting, const BoxKey& key, const Records& boxes) {
  if (boxes.repeats(sizeof(BoxAddress))) {
    throw Error(ErrorCode::Peer,
                "the other party sent boxes: expected different ones, got the same one twice");
  }
  Records out(boxes.count(), boxes.size() - kBoxOverhead);
  setting.pool.parallel_ranges(boxes.count(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) key.open(boxes.at(i), out.at(i));
  });
  shuffle(out, setting.randomness);
  return out;
}

Rows rows_of(const Records& blocks) {
  Rows out;
  for (std::size_t i = 0; i < blocks.count(); ++i) {
    if (auto row = read_row(blocks.at(i))) out.push_back(std::move(*row));
  }
  return out;
}

}  // namespace

std::vector<PartyId> bag_union_path(std::size_t parties, std::span<const PartyId> recipients) {
  std::vector<PartyId> out;
  for (std::uint32_t p = 0; p < parties; ++p) {
    if (PartyId(p) != recipients.front()) out.emplace_back(p);
  }
  out.push_back(recipients.front());
  return out;
}

std::optional<Rows> bag_union(const Setting& setting, const UnionShape& shape,
                              std::span<const std::string> own, std::span<const PartyId> recipients,
                              Opening opening) {
  check_union(setting, shape, own, recipients);
  const auto places = count_places(setting, shape, own.size());
  const auto total = std::accumulate(places.begin(), places.end(), std::size_t{0});
  const auto recorded = record_rows(setting, recipients, opening, total);
  const auto path = bag_union_path(setting.mesh.parties(), recipients);
  const auto key = BoxKey::random(setting.randomness);
  const auto addresses = exchange_addresses(setting, key);
  std::vector<BoxAddress> layers;
  for (const auto party : path) layers.push_back(addresses[party.index()]);

  const auto block = kRowHeader + shape.row_bytes;
  const auto mine = places[setting.mesh.own().index()];
  auto gathered =
      gather(recorded, setting, path.front(), wrap_all(setting, layers, own, mine, block), places);
  const auto at =
      static_cast<std::size_t>(std::ranges::find(path, setting.mesh.own()) - path.begin());
  const auto size = block + (path.size() - at) * kBoxOverhead;
  const auto boxes =
      gathered ? std::move(*gathered) : receive_records(setting, path[at - 1], total, size);
  auto opened = open_and_shuffle(setting, key, boxes);
  const bool last = at + 1 == path.size();
  if (!last) send_records(recorded, setting, path[at + 1], opened);
  auto rows = last ? rows_of(opened) : Rows();
  opened.keep(0);
  return tell_rows(recorded, setting, shape, {path.back(), recipients, total}, std::move(rows));
}

}  // namespace privet::protocol::unions
