// SPDX-License-Identifier: Apache-2.0
#include "data/text_pool.h"

#include "base/os_random.h"

namespace privet {
namespace {

constexpr std::size_t kFirstSlots = 64;

}  // namespace

TextPool::TextPool()
    : salt_(os_random_u64()), slots_(kFirstSlots, Slot{0, kFree}), mask_(kFirstSlots - 1) {}

ValueId TextPool::add(std::string_view text, const Head& head, Slot& slot, bool copy) {
  if (copy) text = copies_.emplace_back(text);
  const auto id = static_cast<ValueId>(texts_.size());
  texts_.push_back(text);
  heads_.push_back(head);
  slot.id = id;
  if (texts_.size() * 2 > slots_.size()) grow();
  return id;
}

void TextPool::grow() {
  std::vector<Slot> old(slots_.size() * 4, Slot{0, kFree});
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == kFree) continue;
    std::size_t at = slot.hash & mask_;
    while (slots_[at].id != kFree) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
}

}  // namespace privet
