// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/union_setting.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "protocol/told.h"
#include "protocol/union/row_block.h"

namespace privet::protocol::unions {

using protocol_only::line_to;
namespace {

constexpr std::size_t kLongestRow = std::size_t{1} << 20U;

bool is_one_of(std::span<const PartyId> parties, PartyId party) {
  return std::ranges::find(parties, party) != parties.end();
}

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::Usage, message);
}

}  // namespace

void check_union(const Setting& setting, const UnionShape& shape, std::span<const std::string> own,
                 std::span<const PartyId> recipients) {
  const auto parties = setting.mesh.parties();
  PRIVET_CHECK(parties >= 2 && parties == setting.mesh.ids());
  for (const auto recipient : recipients) {
    PRIVET_CHECK(recipient.index() < parties && std::ranges::count(recipients, recipient) == 1);
  }
  if (recipients.empty()) refuse("a union needs somebody who learns it");
  if (parties == 2 && shape.two == TwoParties::Refuse) {
    refuse(
        "of two parties each knows that a row not its own is the other's: a union without origin "
        "needs a third, unless both accept that");
  }
  if (shape.row_bytes > kLongestRow) {
    refuse("rows of a union have at most " + std::to_string(kLongestRow) + " bytes");
  }
  if (own.size() > shape.most_rows) {
    refuse(std::to_string(own.size()) + " rows do not fit the agreed " +
           std::to_string(shape.most_rows));
  }
  for (const auto& row : own) {
    if (row.size() > shape.row_bytes) {
      refuse("a row has more than the agreed " + std::to_string(shape.row_bytes) + " bytes");
    }
  }
}

std::vector<std::size_t> count_places(const Setting& setting, const UnionShape& shape,
                                      std::size_t own_rows) {
  const auto& mesh = setting.mesh;
  std::vector<std::size_t> out(mesh.parties(), shape.most_rows);
  if (shape.counts == RowCounts::Hidden) return out;
  const auto recorded =
      setting.ledger.record_each(kRowCounts, mesh.set(), mesh.members(), mesh.parties() - 1);
  out[mesh.own().index()] = own_rows;
  const std::uint64_t mine = own_rows;
  for (const auto other : mesh.others()) {
    std::uint64_t theirs = 0;
    exchange_told(recorded, line_to(mesh, other), std::as_bytes(std::span(&mine, 1)),
                  std::as_writable_bytes(std::span(&theirs, 1)));
    if (theirs > shape.most_rows) {
      throw Error(ErrorCode::Peer, "party-" + std::to_string(other.index() + 1) +
                                       " sent its number of rows: expected at most " +
                                       std::to_string(shape.most_rows) + ", got " +
                                       std::to_string(theirs));
    }
    out[other.index()] = theirs;
  }
  return out;
}

Recorded record_rows(const Setting& setting, std::span<const PartyId> recipients, Opening opening,
                     std::size_t most) {
  return setting.ledger.record_each(opening, setting.mesh.set(), recipients, most);
}

std::optional<Records> gather(const Recorded& recorded, const Setting& setting, PartyId at,
                              Records own, std::span<const std::size_t> places) {
  if (setting.mesh.own() != at) {
    send_records(recorded, setting, at, own);
    return std::nullopt;
  }
  Records all(std::accumulate(places.begin(), places.end(), std::size_t{0}), own.size());
  auto rest = all.all();
  for (std::uint32_t p = 0; p < places.size(); ++p) {
    const auto part = rest.first(places[p] * own.size());
    rest = rest.subspan(part.size());
    if (PartyId(p) == at) {
      std::ranges::copy(own.all(), part.begin());
    } else {
      line_to(setting.mesh, PartyId(p)).receive(part);
    }
  }
  return all;
}

void send_records(const Recorded& recorded, const Setting& setting, PartyId to,
                  const Records& records) {
  auto& channel = line_to(setting.mesh, to);
  send_told(recorded, channel, records.all());
  channel.flush();
}

Records receive_records(const Setting& setting, PartyId from, std::size_t count, std::size_t size) {
  Records out(count, size);
  line_to(setting.mesh, from).receive(out.all());
  return out;
}

std::optional<Rows> tell_rows(const Recorded& recorded, const Setting& setting,
                              const UnionShape& shape, const Telling& telling, Rows rows) {
  const auto& [teller, recipients, most] = telling;
  const auto size = kRowHeader + shape.row_bytes;
  const auto own = setting.mesh.own();
  if (own == teller) {
    std::ranges::sort(rows);
    Records blocks(rows.size(), size);
    for (std::size_t i = 0; i < rows.size(); ++i) write_row(rows[i], blocks.at(i));
    const std::uint64_t count = rows.size();
    for (const auto recipient : recipients) {
      if (recipient == teller) continue;
      send_told(recorded, line_to(setting.mesh, recipient), std::span(&count, 1));
      send_records(recorded, setting, recipient, blocks);
    }
    return rows;
  }
  if (!is_one_of(recipients, own)) return std::nullopt;
  std::uint64_t count = 0;
  line_to(setting.mesh, teller).receive(std::as_writable_bytes(std::span(&count, 1)));
  if (count > most) {
    throw Error(ErrorCode::Peer, "party-" + std::to_string(teller.index() + 1) +
                                     " sent the number of rows of the union: expected at most " +
                                     std::to_string(most) + ", got " + std::to_string(count));
  }
  const auto blocks = receive_records(setting, teller, count, size);
  rows.clear();
  for (std::size_t i = 0; i < count; ++i) {
    auto row = read_row(blocks.at(i));
    if (!row) {
      throw Error(ErrorCode::Peer,
                  "party-" + std::to_string(teller.index() + 1) +
                      " sent a row of the union: expected an encoded row, got other bytes");
    }
    rows.push_back(std::move(*row));
  }
  return rows;
}

}  // namespace privet::protocol::unions
