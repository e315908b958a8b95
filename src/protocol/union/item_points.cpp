// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/item_points.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "crypto/digest.h"
#include "crypto/randomness.h"
#include "crypto/ristretto.h"
#include "crypto/secret_vector.h"
#include "protocol/union/row_block.h"

namespace privet::protocol::unions {
namespace {

using crypto::Point;

constexpr std::size_t kPiece = 30;  // bytes of a block in an element
constexpr std::size_t kLeft = 15;   // bytes of a block's left part
constexpr std::uint8_t kRounds = 4;
constexpr unsigned kTries = 128;  // none of them is an element once in 2^53 pieces

// target ^= F(seed, round, source)
void mix(const RunSeed& seed, std::uint8_t round, std::span<const std::byte> source,
         std::span<std::byte> target) {
  const std::array<std::byte, 1> number{static_cast<std::byte>(round)};
  const std::array<std::span<const std::byte>, 3> parts{seed, number, source};
  crypto::Prg stream(crypto::derive_block(parts));
  std::vector<std::byte> pad(target.size());
  stream.fill(pad);
  for (std::size_t i = 0; i < pad.size(); ++i) target[i] ^= pad[i];
  crypto::wipe(pad);
}

void mix_round(const RunSeed& seed, std::uint8_t round, std::span<std::byte> block) {
  const auto left = block.first(kLeft);
  const auto right = block.subspan(kLeft);
  if (round % 2 == 0) {
    mix(seed, round, right, left);
  } else {
    mix(seed, round, left, right);
  }
}

void write_piece(std::span<const std::byte> piece, std::span<std::byte, Point::kSize> out) {
  std::ranges::copy(piece, out.begin() + 1);
  out.back() = std::byte{0};
  for (unsigned tries = 0; tries < kTries; ++tries) {
    out.front() = static_cast<std::byte>(2 * tries);
    if (Point::decodes(out)) return;
  }
  throw Error(ErrorCode::Infeasible, "a row could not be written as a group element: run again");
}

}  // namespace

std::size_t points_of_row(std::size_t row_bytes) {
  return (kRowHeader + row_bytes + kPiece - 1) / kPiece;
}

void write_item(std::string_view row, const RunSeed& seed, std::span<std::byte> out) {
  const auto points = out.size() / Point::kSize;
  std::vector<std::byte> block(points * kPiece);
  write_row(row, block);
  for (std::uint8_t round = 0; round < kRounds; ++round) mix_round(seed, round, block);
  for (std::size_t p = 0; p < points; ++p) {
    write_piece(std::span(block).subspan(p * kPiece, kPiece),
                out.subspan(p * Point::kSize).first<Point::kSize>());
  }
  crypto::wipe(block);
}

std::optional<std::string> read_item(std::span<const std::byte> points, const RunSeed& seed) {
  std::vector<std::byte> block;
  for (std::size_t at = 0; at < points.size(); at += Point::kSize) {
    const auto point = points.subspan(at, Point::kSize);
    if (point.back() != std::byte{0}) return std::nullopt;
    block.insert(block.end(), point.begin() + 1, point.end() - 1);
  }
  for (std::uint8_t round = kRounds; round-- > 0;) mix_round(seed, round, block);
  return read_row(block);
}

}  // namespace privet::protocol::unions
