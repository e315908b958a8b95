// SPDX-License-Identifier: Apache-2.0
// In these programs no single piece of memory may be large: a count that a liar claims is refused
// before anything of that size is asked for. Whoever asks gets std::bad_alloc, which no test bears.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kMost = std::size_t{64} << 20U;

}  // namespace

void* operator new(std::size_t bytes) {
  void* const out = bytes > kMost ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (out == nullptr) throw std::bad_alloc();
  return out;
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}
