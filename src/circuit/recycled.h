// SPDX-License-Identifier: Apache-2.0
// Memory for wires that is kept for the next word of the same size.
// Idea: a layer on a large batch makes a few words of a megabyte each and drops them again. Given
// back to the system every time, their pages have to be cleared anew, which costs more than the
// gates where those are a few instructions. Each thread keeps what it dropped, up to a limit.
// Threads: each its own store; memory may be dropped in another thread than it was made in.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace privet::circuit {

namespace detail {

class WireStore {
 public:
  WireStore() = default;
  ~WireStore() {
    for (const auto& [bytes, memory] : kept_) ::operator delete(memory);
  }
  WireStore(const WireStore&) = delete;
  WireStore& operator=(const WireStore&) = delete;

  [[nodiscard]] void* take(std::size_t bytes) {
    for (auto at = kept_.size(); at-- > 0;) {
      if (kept_[at].first != bytes) continue;
      auto* memory = kept_[at].second;
      kept_[at] = kept_.back();
      kept_.pop_back();
      total_ -= bytes;
      return memory;
    }
    return ::operator new(bytes);
  }
  void give(void* memory, std::size_t bytes) noexcept {
    if (bytes < kLeast || total_ + bytes > kMost || kept_.size() == kPlaces) {
      return ::operator delete(memory);
    }
    kept_.reserve(kPlaces);
    kept_.emplace_back(bytes, memory);
    total_ += bytes;
  }

  [[nodiscard]] static WireStore& own() {
    thread_local WireStore store;
    return store;
  }

 private:
  static constexpr std::size_t kLeast = 4096;                   // bytes; the system is quick below
  static constexpr std::size_t kMost = std::size_t{64} << 20U;  // bytes
  static constexpr std::size_t kPlaces = 256;
  std::vector<std::pair<std::size_t, void*>> kept_;
  std::size_t total_ = 0;
};

}  // namespace detail

template <class T>
struct Recycled {
  using value_type = T;

  Recycled() = default;
  template <class U>
  explicit Recycled(const Recycled<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    return static_cast<T*>(detail::WireStore::own().take(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    detail::WireStore::own().give(memory, count * sizeof(T));
  }
  friend bool operator==(const Recycled&, const Recycled&) noexcept { return true; }
};

}  // namespace privet::circuit
