// SPDX-License-Identifier: Apache-2.0
// The distinct values of a column, numbered in the order in which they first appear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/memory_input.h"

namespace privet::python {

// Numbers distinct values in order of first appearance. Open addressing; keys are 64-bit words.
class WordCodes {
 public:
  WordCodes() : slots_(kFirst, Slot{0, kFree}), mask_(kFirst - 1) {}

  // The number of this word; `fresh` says whether it is new.
  std::uint32_t find_or_add(std::uint64_t word, bool& fresh) {
    std::size_t at = hash(word) & mask_;
    for (; slots_[at].code != kFree; at = (at + 1) & mask_) {
      if (slots_[at].word == word) {
        fresh = false;
        return slots_[at].code;
      }
    }
    fresh = true;
    const auto code = static_cast<std::uint32_t>(count_++);
    slots_[at] = {word, code};
    if (count_ * 2 > slots_.size()) grow();
    return code;
  }

 private:
  struct Slot {
    std::uint64_t word;
    std::uint32_t code;
  };
  static constexpr std::uint32_t kFree = ~0U;
  static constexpr std::size_t kFirst = 1024;

  static std::size_t hash(std::uint64_t word) {
    word ^= word >> 32U;
    word *= 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(word ^ (word >> 29U));
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 4, Slot{0, kFree});
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.code == kFree) continue;
      std::size_t at = hash(slot.word) & mask_;
      while (slots_[at].code != kFree) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_;
  std::size_t count_ = 0;
};

// A column that is being built: distinct texts with their codes, and the missing value once.
class TextCodes {
 public:
  explicit TextCodes(MemoryColumn& column) : column_(column) {}

  ValueId missing() {
    if (!missing_) missing_ = add("");
    return *missing_;
  }
  // For texts that are known to be new and not empty.
  ValueId add(std::string text) {
    column_.texts.push_back(std::move(text));
    return static_cast<ValueId>(column_.texts.size() - 1);
  }
  // Unless it is there.
  ValueId find_or_add(const std::string& text) {
    if (text.empty()) return missing();
    const auto found = known_.find(text);
    if (found != known_.end()) return found->second;
    const ValueId code = add(text);
    known_.emplace(text, code);
    return code;
  }

 private:
  MemoryColumn& column_;
  std::optional<ValueId> missing_ = {};
  std::unordered_map<std::string, ValueId> known_ = {};
};

}  // namespace privet::python
