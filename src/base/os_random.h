// SPDX-License-Identifier: Apache-2.0
// Randomness that protects people: always from the operating system, never seeded, never
// repeatable. For sampling and splits that a user may want to repeat, see base/sampling.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet {

// Fills `out` with bytes from the kernel's generator. Throws Error{Internal} if the kernel gives
// none.
void os_random(std::span<std::byte> out);
[[nodiscard]] std::uint64_t os_random_u64();

}  // namespace privet
