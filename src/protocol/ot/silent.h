// SPDX-License-Identifier: Apache-2.0
// Correlated oblivious transfers of random choice that hardly need the line: the sender gets z_j,
// the receiver z_j + c_j delta with random bits c_j, ten million at a time from six hundred
// thousand of the same kind, some of which are kept to go on.
// Reference: Yang, Weng, Lan, Zhang, Wang, "Ferret: fast extension for correlated OT with small
// communication" (CCS 2020), section 5 (semi-honest, regular noise); Boyle et al., "Efficient
// two-round OT extension and silent non-interactive secure computation" (CCS 2019).
// Idea: a tree of seeds of which the receiver lacks one leaf (ot/punctured.h) gives 2^12 transfers
// with just one choice bit set; 2638 of them give a long vector of sparse noise at unknown places.
// A public linear code (ot/local_code.h) applied to 589,760 transfers at hand, plus that noise, is
// indistinguishable from random by the LPN assumption; and both sides can compute it alone. The
// lowest bit of delta is 1 and the sender's lowest bits are 0, so that the receiver's lowest bits
// are the choices.
// Cost: 400 bytes for each tree, 0.1 bytes per transfer; 4.5 AES blocks and ten scattered reads of
// a table of 9 MiB each. One round for ten million. Start: secret + 12 trees transfers by
// extension. Adversary: semi-honest. Discloses: nothing. Security: LPN with regular noise,
// dimension 589,760, 10,805,248 samples, weight 2638, ten ones a row. bench/estimate counts the
// attacks: at least 2^132, by guessing rows without noise inside the best set of columns that
// exists, whoever may find it, and solving a system at the price of reading it; 2^163 inside a
// random set, 2^174 by the algebraic attack on regular noise (EUROCRYPT 2023 and later). Half the
// noise, as in the paper, leaves 2^73 and 2^89. The code and the keys of the trees come from a seed
// of the session. The hidden leaf is handled without branch and address that depend on it. Threads:
// one at a time on a channel. Memory: 22 MB a side, whatever the number asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/hash.h"
#include "crypto/randomness.h"
#include "net/channel.h"
#include "protocol/ot/local_code.h"
#include "protocol/ot/punctured.h"

namespace privet::protocol {

struct SilentShape {
  std::size_t secret;  // transfers that the code combines
  std::size_t trees;
  unsigned levels;
  [[nodiscard]] constexpr std::size_t rows() const { return trees << levels; }
};
inline constexpr SilentShape kSilentShape{589'760, 2638, 12};

// Transfers to begin with.
[[nodiscard]] constexpr std::size_t seeds_needed(const SilentShape& shape) {
  return shape.secret + shape.trees * shape.levels;
}

// What both sides do alike: the transfers at hand, those kept for the next turn, and those ready.
class SilentTransfers {
 public:
  SilentTransfers(const SilentShape& shape, crypto::Block public_seed,
                  std::span<const crypto::Block> seeds);

 protected:
  // What it began with, before the first turn.
  [[nodiscard]] std::span<crypto::Block> first_seeds() { return kept_; }
  // Those for the levels of this turn's trees, and of the tree that is next.
  [[nodiscard]] std::span<const crypto::Block> all_seeds() const;
  [[nodiscard]] std::span<const crypto::Block> seeds_of_tree() const;
  [[nodiscard]] bool turn_is_over() const { return tree_ == shape_.trees; }
  void begin_turn();
  // Takes the leaves that the tree gave: adds the code, keeps some, makes the others ready.
  void finish_tree();
  // Moves what is ready to the front of `out`; how many.
  std::size_t take(std::span<crypto::Block> out);

  SilentShape shape_;
  crypto::BlockHash hash_;
  std::uint64_t hashed_ = 0;
  SeedTrees trees_;
  crypto::SecretVector<crypto::Block> leaves_;  // of the current tree

 private:
  LocalCode code_;
  std::uint64_t row_ = 0;
  std::size_t tree_ = 0;
  crypto::SecretVector<crypto::Block> current_;  // the secret, then the seeds of this turn's trees
  crypto::SecretVector<crypto::Block> kept_;     // the same for the next turn
  std::size_t ready_ = 0;                        // the first of leaves_ that was not given out
};

class SilentSender : public SilentTransfers {
 public:
  // `seeds`: seeds_needed() correlated transfers under `delta`, whose lowest bit is 1.
  SilentSender(const SilentShape& shape, crypto::Block public_seed, crypto::Block delta,
               std::span<const crypto::Block> seeds, crypto::Randomness& randomness);
  // Fills `zeros` with z_j, of lowest bit 0.
  void extend(net::Channel& channel, std::span<crypto::Block> zeros);

 private:
  void send_tree(net::Channel& channel);

  crypto::SecretValue<crypto::Block> delta_;
  crypto::Prg roots_;
  std::vector<std::uint64_t> flips_;  // which keys change places, for the trees of this turn
  std::size_t flip_ = 0;
};

class SilentReceiver : public SilentTransfers {
 public:
  // `seeds` as the sender's, plus delta where the packed `choices` have a 1.
  SilentReceiver(const SilentShape& shape, crypto::Block public_seed,
                 std::span<const crypto::Block> choices, std::span<const crypto::Block> seeds,
                 crypto::Randomness& randomness);
  // Fills `taken` with z_j + c_j delta; the lowest bit is c_j.
  void extend(net::Channel& channel, std::span<crypto::Block> taken);

 private:
  void send_choices(net::Channel& channel);
  void receive_tree(net::Channel& channel);

  crypto::Prg places_;
  crypto::SecretVector<std::uint32_t>
      hidden_;  // the leaf this side lacks, for the trees of this turn
  std::size_t at_ = 0;
};

}  // namespace privet::protocol
