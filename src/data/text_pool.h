// SPDX-License-Identifier: Apache-2.0
// Gives each distinct text a number, in order of first appearance: the dictionary of a column while
// it is being read.
// Idea: open addressing over 8-byte slots; texts up to 16 bytes are hashed and compared as two
// words, without a branch on their length. The hash is salted, so that no file can be made to
// collide on purpose.
// Cost: no allocation a look-up; about 50 bytes per distinct text beside the text itself.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/dictionary.h"

namespace privet {

class TextPool {
 public:
  TextPool();
  TextPool(TextPool&&) noexcept = default;
  TextPool& operator=(TextPool&&) noexcept = default;
  TextPool(const TextPool&) = delete;  // the texts refer to the copies
  TextPool& operator=(const TextPool&) = delete;
  ~TextPool() = default;

  // The number of this text. A new one is kept as the view it is: its bytes must outlive the pool.
  // `readable` says how many bytes may be read from text.data() on: at least text.size(), and
  // better if 16 or more.
  ValueId intern(std::string_view text, std::size_t readable) {
    if (repeats_) return append(text);
    return find_or_add(text, head_of(text, readable), false);
  }
  ValueId intern(std::string_view text) { return intern(text, text.size()); }
  // The same, but a new text is copied into the pool.
  ValueId intern_copy(std::string_view text) {
    if (repeats_) return append(copies_.emplace_back(text));
    return find_or_add(text, head_of(text, text.size()), true);
  }

  // From here on every text gets a number of its own, without a look-up, for columns in which
  // hardly any text comes twice: whoever sorts them finds the repeats for less.
  void stop_looking() {
    repeats_ = true;
    slots_ = {};
    heads_ = {};
  }
  [[nodiscard]] bool repeats() const { return repeats_; }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::string_view text(ValueId id) const { return texts_[id]; }
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }
  // The same for keeps; copies that they are views of stay in the pool, which gives no more
  // numbers.
  [[nodiscard]] std::vector<std::string_view> take_texts() { return std::move(texts_); }

 private:
  struct Slot {
    std::uint32_t hash;
    ValueId id;
  };
  // The first 16 bytes, zeros beyond the text. With its length they identify a text of up to 16.
  struct Head {
    std::uint64_t first;
    std::uint64_t second;
    bool operator==(const Head&) const = default;
  };
  static constexpr ValueId kFree{~0U};
  static constexpr std::size_t kHead = sizeof(Head);

  // The low `bytes` bytes of a word, all of it from 8 on.
  static std::uint64_t low_bytes(std::uint64_t word, std::size_t bytes) {
    return bytes >= 8 ? word : word & ((std::uint64_t{1} << (8 * bytes)) - 1);
  }
  static Head head_of(std::string_view text, std::size_t readable) {
    Head head{0, 0};
    if (readable >= kHead) {
      std::memcpy(&head, text.data(), kHead);
      if constexpr (std::endian::native == std::endian::big) return padded(text);
      head.first = low_bytes(head.first, text.size());
      head.second = low_bytes(head.second, text.size() > 8 ? text.size() - 8 : 0);
      return head;
    }
    return padded(text);
  }
  static Head padded(std::string_view text) {
    Head head{0, 0};
    if (!text.empty()) std::memcpy(&head, text.data(), text.size() < kHead ? text.size() : kHead);
    return head;
  }
  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
  [[nodiscard]] std::uint32_t hash(std::string_view text, const Head& head) const;
  [[nodiscard]] bool same(ValueId id, std::string_view text, const Head& head) const {
    const std::string_view known = texts_[id];
    if (heads_[id] != head || known.size() != text.size()) return false;
    return text.size() <= kHead ||
           std::memcmp(known.data() + kHead, text.data() + kHead, text.size() - kHead) == 0;
  }

  ValueId append(std::string_view text) {
    texts_.push_back(text);
    return static_cast<ValueId>(texts_.size() - 1);
  }
  ValueId find_or_add(std::string_view text, const Head& head, bool copy);
  ValueId add(std::string_view text, const Head& head, Slot& slot, bool copy);
  void grow();

  std::uint64_t salt_;
  std::vector<Slot> slots_;
  std::size_t mask_;
  bool repeats_ = false;
  std::vector<std::string_view> texts_;
  std::vector<Head> heads_;
  std::deque<std::string> copies_;  // never moves a string it holds
};

inline std::uint32_t TextPool::hash(std::string_view text, const Head& head) const {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  std::uint64_t h = mix(head.first ^ salt_, head.second ^ (kOdd + text.size()));
  for (std::size_t at = kHead; at < text.size(); at += 8) {
    std::uint64_t word = 0;
    // The last word overlaps the one before it: there are at least 16 bytes.
    std::memcpy(&word, text.data() + (at + 8 <= text.size() ? at : text.size() - 8), 8);
    h = mix(h ^ word, salt_ | 1U);
  }
  h = mix(h ^ kOdd, salt_ ^ kOdd);
  return static_cast<std::uint32_t>(h >> 32U);
}

inline ValueId TextPool::find_or_add(std::string_view text, const Head& head, bool copy) {
  const std::uint32_t h = hash(text, head);
  std::size_t at = h & mask_;
  for (; slots_[at].id != kFree; at = (at + 1) & mask_) {
    if (slots_[at].hash == h && same(slots_[at].id, text, head)) return slots_[at].id;
  }
  slots_[at].hash = h;
  return add(text, head, slots_[at], copy);
}

}  // namespace privet
