// SPDX-License-Identifier: Apache-2.0
// BooleanContext: what a circuit needs from whoever evaluates it.
// Idea: a circuit is a function template over a context. The same text is evaluated on plain bits
// (ClearContext), priced (CountingContext), garbled, evaluated under encryption, or computed on
// shares (protocol/). XOR and NOT are free and local everywhere; AND gates are handed over many at
// a time, so that a context can keep several in flight or send one message for all. Reference:
// Kolesnikov and Schneider, "Improved garbled circuit: free XOR gates" (ICALP 2008), for counting
// in AND gates.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

namespace privet::circuit {

template <class C>
concept BooleanContext =
    requires(C& context, typename C::Wire a, std::span<const typename C::Wire> in,
             std::span<typename C::Wire> out, bool value) {
      requires std::semiregular<typename C::Wire>;
      // Whether every call of conjunction() costs a round, so that depth matters more than gates.
      { C::kShallow } -> std::convertible_to<bool>;
      { context.constant(value) } -> std::same_as<typename C::Wire>;
      { context.exclusive_or(a, a) } -> std::same_as<typename C::Wire>;
      { context.negation(a) } -> std::same_as<typename C::Wire>;
      // out[i] = in[i] and in[i], gates that do not depend on each other; `out` may be one of the
      // inputs.
      { context.conjunction(in, in, out) } -> std::same_as<void>;
    };

// The two parties of a circuit. Every input names its owner, every opening its recipient.
enum class Side { First, Second };

}  // namespace privet::circuit
