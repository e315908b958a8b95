// SPDX-License-Identifier: Apache-2.0
// As constant_time_test.cpp, for secret orders, boxes, and rows on their way through a union.
#include <array>
#include <cstdio>
#include <vector>

#include "base/thread_pool.h"
#include "crypto/box.h"
#include "crypto/ristretto.h"
#include "protocol/records.h"
#include "protocol/union/copies_blur.h"
#include "protocol/union/hidden_items.h"
#include "protocol/union/item_points.h"
#include "protocol/union/row_block.h"
#include "tests/constant_time/hidden.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Point;
using crypto::Scalar;

void hide(const void* secret, std::size_t size) {
  VALGRIND_MAKE_MEM_UNDEFINED(secret, size);
}
void show(std::span<const std::byte> bytes) {
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
}

void test_orders() {
  protocol::Records records(37, 13);
  std::vector<crypto::Block> keys(37);
  hide(records.all().data(), records.all().size());
  hide(keys.data(), keys.size() * sizeof(keys[0]));
  protocol::arrange(records, keys);
}

// How many groups of fillers there are is drawn in secret.
void test_blur() {
  crypto::Randomness randomness;
  constant_time::hide_keys(randomness);
  protocol::Records records(protocol::unions::blur_places(3, 2) + 1, Point::kSize);
  protocol::unions::fill_with_groups(records, 0, 3, 2, randomness);
}

void test_boxes() {
  auto randomness = crypto::Randomness::repeatable(1);
  const auto key = crypto::BoxKey::random(randomness);
  std::array<std::byte, 32> seed{};
  randomness.fill(seed);
  std::vector<std::byte> content(100);
  std::vector<std::byte> box(100 + crypto::kBoxOverhead);
  hide(seed.data(), seed.size());
  hide(content.data(), content.size());
  crypto::close_box(key.address(), seed, content, box);
  show(box);       // goes on the wire
  hide(&key, 32);  // the secret half comes first
  key.open(box, content);
}

void test_rows() {
  std::array<char, 40> row{};
  hide(row.data(), row.size());
  std::vector<std::byte> block(60);
  protocol::unions::write_row({row.data(), row.size()}, block);
  const protocol::unions::RunSeed seed{};
  std::vector<std::byte> points(2 * Point::kSize);
  protocol::unions::write_item({row.data(), row.size()}, seed, points);
}

void test_steps() {
  auto randomness = crypto::Randomness::repeatable(2);
  ThreadPool pool(1);
  const auto key = Scalar::random(randomness);
  const auto factor = Scalar::random(randomness);
  const auto target = Point::base_times(key);
  protocol::Records items(2, Point::kSize);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto point = Point::random(randomness);
    std::ranges::copy(point.bytes(), items.at(i).begin());
  }
  const auto hidden = protocol::unions::hide_items(
      items, protocol::unions::encrypt_zeros(2, target, randomness, pool), pool);
  const auto zeros = protocol::unions::encrypt_zeros(2, target, randomness, pool);
  hide(&key, sizeof(key));
  hide(&factor, sizeof(factor));
  const auto passed = protocol::unions::pass_hidden(hidden, key, factor, zeros, pool);
  show(passed.all());  // goes on the wire
  (void)protocol::unions::times_factor(items, factor, pool);
  (void)protocol::unions::times_factor(items, factor.inverse(), pool);
}

}  // namespace

int main() {
  test_orders();
  test_blur();
  test_boxes();
  test_rows();
  test_steps();
  return 0;
}
