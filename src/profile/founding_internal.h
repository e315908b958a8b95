// SPDX-License-Identifier: Apache-2.0
// Which terms make the children of a node, which join them and which go below: lines 2 to 8 of
// Split.
// Idea: a term t is compared with all terms that made a child before it at once. Each document has
// a bitmap of the makers it holds; the bitmaps of t's documents are added up in bit slices (bit i
// of slice j: digit j of how many hold maker i), and one comparison of slices leaves the makers
// that more than delta of t's documents hold. Where bitmaps would take too much memory, lists are
// counted instead.
#pragma once

#include <cstdint>
#include <vector>

namespace privet::profile::detail {

// Frequent terms by falling frequency, and the documents of each, ascending.
struct Frequent {
  std::vector<std::uint32_t> order = {};  // local terms
  std::vector<std::uint32_t> place = {};  // of a local term in `order`, or kRare
  std::vector<std::uint64_t> starts = {};
  std::vector<std::uint32_t> documents = {};

  [[nodiscard]] std::uint64_t count(std::size_t i) const { return starts[i + 1] - starts[i]; }
};
inline constexpr std::uint32_t kRare = ~std::uint32_t{0};
inline constexpr std::size_t kBitmapBytes = std::size_t{64} << 20U;

class Founding {
 public:
  // `starts`: where the words of each of the node's documents begin. `most_bytes`: for bitmaps.
  Founding(const std::vector<std::uint64_t>& starts, const Frequent& frequent, double delta,
           std::size_t most_bytes = kBitmapBytes);

  // The next term by falling frequency.
  void take(std::uint32_t term);

  [[nodiscard]] std::size_t size() const { return founders_.size(); }
  // Terms by place in the order of frequency, those that came last first.
  [[nodiscard]] std::vector<std::uint32_t> label(std::size_t child) const {
    return {labels_[child].rbegin(), labels_[child].rend()};
  }
  [[nodiscard]] const std::vector<std::uint32_t>& below(std::size_t child) const {
    return below_[child];
  }

 private:
  struct Target {
    std::uint32_t child;
    bool joins;
  };

  template <class Visit>
  void for_documents(std::uint32_t term, Visit visit) const {
    for (std::uint64_t i = frequent_.starts[term]; i < frequent_.starts[term + 1]; ++i) {
      visit(frequent_.documents[i]);
    }
  }
  [[nodiscard]] bool above_delta(std::uint64_t part, std::uint64_t whole) const {
    return static_cast<double>(part) / static_cast<double>(whole) > delta_;
  }
  // The fewest common documents that are more than delta of a term's.
  [[nodiscard]] std::uint64_t needed_of(std::uint64_t count) const;
  [[nodiscard]] bool alike(std::uint32_t child, std::uint64_t own, std::uint64_t both) const;
  [[nodiscard]] Target choose_by_slices(std::uint32_t term);
  [[nodiscard]] Target choose_by_lists(std::uint32_t term);
  void add_to_slices(const std::uint64_t* makers, std::size_t words, std::size_t digits);
  void found(std::uint32_t term);
  void widen_bitmaps();

  const Frequent& frequent_;
  double delta_;
  bool bitmaps_;
  std::vector<std::uint64_t> room_;  // where the makers of each document lie
  std::vector<std::uint32_t> filled_;
  std::vector<std::uint32_t> makers_of_;
  std::size_t stride_ = 1;  // words of a document's bitmap
  std::vector<std::uint64_t> makers_;
  std::vector<std::uint64_t> slices_;
  std::vector<std::uint64_t> carry_;
  std::vector<std::uint32_t> founders_;
  std::vector<std::vector<std::uint32_t>> labels_;
  std::vector<std::vector<std::uint32_t>> below_;
  std::vector<std::uint32_t> common_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace privet::profile::detail
