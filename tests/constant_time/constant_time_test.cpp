// SPDX-License-Identifier: Apache-2.0
// Secrets are marked undefined for valgrind, which then reports every branch and every address that
// depends on them. The group is left to libsodium, whose only such branch asks whether a product is
// the zero element. With the argument `leak` one such branch is taken, to see that it is reported.
#include <valgrind/memcheck.h>

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include "crypto/aes.h"
#include "crypto/constant_time.h"
#include "crypto/hash.h"
#include "crypto/randomness.h"
#include "protocol/ot/punctured.h"
#include "protocol/ot/transpose.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Block;

template <class T>
void hide(T& secret) {
  VALGRIND_MAKE_MEM_UNDEFINED(&secret, sizeof(secret));
}
template <class T>
void show(T& value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof(value));
}

void test_aes() {
  Block key{1, 2};
  std::array<Block, 37> blocks{};
  hide(key);
  hide(blocks);
  crypto::Aes(key).encrypt(blocks);
  crypto::BlockHash(Block{3, 4}).hash(blocks, 5);
  crypto::TweakedHash(Block{3, 4}).hash(blocks, 5, 1);
}

void test_compare_and_select() {
  std::array<std::byte, 40> a{};
  std::array<std::byte, 40> b{};
  hide(a);
  hide(b);
  bool equal = crypto::equal_constant_time(a, b);
  show(equal);  // the answer itself is public
  std::uint64_t bit = 1;
  hide(bit);
  volatile std::uint64_t chosen = crypto::select(bit & 1U, 5, 6);
  (void)chosen;
}

void test_transfers() {
  protocol::BitTile tile{};
  hide(tile);
  protocol::transpose(tile);
  // The hidden leaf of a tree is picked by selection.
  auto randomness = crypto::Randomness::repeatable(2);
  const std::vector<protocol::BlockPair> keys(4);
  const auto tree = protocol::grow_tree(randomness, keys);
  std::array<Block, 4> taken{};
  std::uint32_t hidden = 5;
  hide(hidden);
  hide(taken);
  const auto leaves = protocol::fill_tree(taken, hidden, tree.sums);
  if (leaves.size() != 16) std::puts("a tree of 4 levels has 16 leaves");
}

}  // namespace

int main(int argc, char** argv) {
  test_aes();
  test_compare_and_select();
  test_transfers();
  if (argc > 1 && std::string_view(argv[1]) == "leak") {
    Block secret{1, 2};
    hide(secret);
    if (secret.lowest() == 1) std::puts("leaked");
  }
  return 0;
}
