// SPDX-License-Identifier: Apache-2.0
// Memory for tables that are read at scattered places: on huge pages where the system gives them,
// so that finding an address costs no second read.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace privet {

template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{2} << 20U;

  HugePages() = default;
  template <class U>
  explicit HugePages(const HugePages<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const auto bytes = (count * sizeof(T) + kPage - 1) / kPage * kPage;
    void* const memory = std::aligned_alloc(kPage, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    (void)madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: it works without
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) noexcept { std::free(memory); }

  friend bool operator==(const HugePages&, const HugePages&) noexcept { return true; }
};

}  // namespace privet
