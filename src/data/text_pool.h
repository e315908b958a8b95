// SPDX-License-Identifier: Apache-2.0
// Gives each distinct text a number, in order of first appearance: the dictionary of a column while
// it is being read.
// Idea: open addressing over 8-byte slots; texts up to 16 bytes are hashed and compared as two
// words, without a loop. The hash is salted, so that no file can be made to collide on purpose.
// Cost: no allocation a look-up; about 30 bytes a distinct text beside the text itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.h"

namespace privet {

class TextPool {
 public:
  TextPool();
  TextPool(TextPool&&) = default;
  TextPool& operator=(TextPool&&) = default;
  TextPool(const TextPool&) = delete;  // the texts refer to the copies
  TextPool& operator=(const TextPool&) = delete;
  ~TextPool() = default;

  // The number of this text. A new one is kept as the view it is: its bytes must outlive the pool.
  ValueId intern(std::string_view text) { return find_or_add(text, false); }
  // The same, but a new text is copied into the pool.
  ValueId intern_copy(std::string_view text) { return find_or_add(text, true); }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::string_view text(ValueId id) const { return texts_[id]; }
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  struct Slot {
    std::uint32_t hash;
    ValueId id;
  };
  // A text of up to 16 bytes and its length are told apart by these.
  struct Words {
    std::uint64_t first;
    std::uint64_t last;
  };
  static constexpr ValueId kFree = ~ValueId{0};

  template <class T>
  static std::uint64_t load(const char* from) {
    T word = 0;
    std::memcpy(&word, from, sizeof word);
    return word;
  }
  static Words words(std::string_view text) {
    const char* p = text.data();
    const std::size_t n = text.size();
    if (n >= 8) return {load<std::uint64_t>(p), load<std::uint64_t>(p + n - 8)};
    if (n >= 4) return {load<std::uint32_t>(p), load<std::uint32_t>(p + n - 4)};
    if (n >= 2) return {load<std::uint16_t>(p), load<std::uint16_t>(p + n - 2)};
    return {n == 1 ? load<std::uint8_t>(p) : 0, 0};
  }
  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
  [[nodiscard]] std::uint32_t hash(std::string_view text, const Words& ends) const;
  static bool same(std::string_view a, std::string_view b, const Words& ends_of_a) {
    if (a.size() != b.size()) return false;
    const Words other = words(b);
    if (ends_of_a.first != other.first || ends_of_a.last != other.last) return false;
    return a.size() <= 16 || std::memcmp(a.data(), b.data(), a.size()) == 0;
  }

  ValueId find_or_add(std::string_view text, bool copy);
  ValueId add(std::string_view text, std::uint32_t hash, std::size_t slot, bool copy);
  void grow();

  std::uint64_t salt_;
  std::vector<Slot> slots_;
  std::size_t mask_;
  std::vector<std::string_view> texts_;
  std::deque<std::string> copies_;  // never moves a string it holds
};

inline std::uint32_t TextPool::hash(std::string_view text, const Words& ends) const {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  std::uint64_t h = mix(ends.first ^ salt_, ends.last ^ (kOdd + text.size()));
  if (text.size() > 16) {
    for (std::size_t i = 8; i + 8 < text.size(); i += 8) {
      h = mix(h ^ load<std::uint64_t>(text.data() + i), salt_ | 1U);
    }
  }
  h = mix(h ^ kOdd, salt_ ^ kOdd);
  return static_cast<std::uint32_t>(h >> 32U);
}

inline ValueId TextPool::find_or_add(std::string_view text, bool copy) {
  const Words ends = words(text);
  const std::uint32_t h = hash(text, ends);
  std::size_t at = h & mask_;
  for (; slots_[at].id != kFree; at = (at + 1) & mask_) {
    if (slots_[at].hash == h && same(text, texts_[slots_[at].id], ends)) return slots_[at].id;
  }
  return add(text, h, at, copy);
}

}  // namespace privet
