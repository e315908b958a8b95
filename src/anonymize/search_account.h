// SPDX-License-Identifier: Apache-2.0
// How a search over a lattice went, for people and reports.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace privet {

// A node of the lattice that was looked at.
struct SeenNode {
  std::vector<std::size_t> levels;  // one per quasi-identifier
  std::size_t suppressed = 0;
  double price = 0;
};

struct SearchAccount {
  std::string metric = {};  // empty: the method keeps no account
  double price = 0;         // of the recoding found, by that metric
  bool exact = true;        // no other full-domain recoding within the limits is better
  double proven_bound = 0;  // none costs less than this
  double nodes = 0;         // of the lattice
  std::size_t checked = 0;
  std::size_t bounded = 0;  // ruled out by their levels: they cannot be better than what was found
  std::size_t tagged = 0;   // ruled out by a coarser node that suppresses too many records
  // Models for which a coarser node says little about finer ones; empty: none.
  std::string not_tagging = {};
  std::vector<std::pair<std::string, std::size_t>> levels = {};  // quasi-identifier, chosen level
  std::vector<std::size_t> heights = {};                         // the highest level of each
  // Of the nodes looked at: no other is at most as expensive and suppresses at most as many.
  std::vector<SeenNode> front = {};
  std::vector<std::pair<std::size_t, double>> seen = {};  // suppressed records and price of each
  std::size_t limit = 0;                                  // records that may be suppressed
};

}  // namespace privet
