// SPDX-License-Identifier: Apache-2.0
// The share inside a Shared<T>, for protocols that compute on it. Only for protocol/ itself and its
// tests: in a namespace of its own that no search by arguments finds, so that whoever reads a share
// names it; a check of the sources (tools/channels) keeps that out of everything else.
#pragma once

#include "protocol/shared.h"

namespace privet::protocol {

namespace protocol_only {

struct RawShare {
  template <class T, Sharing kSharing>
  [[nodiscard]] static const T& of(const Shared<T, kSharing>& shared) {
    return shared.share_;
  }
  template <class T, Sharing kSharing>
  [[nodiscard]] static T take(Shared<T, kSharing>&& shared) {
    return std::move(shared.share_);
  }
};

template <class T, Sharing kSharing>
[[nodiscard]] const T& raw(const Shared<T, kSharing>& shared) {
  return RawShare::of(shared);
}
template <class T, Sharing kSharing>
[[nodiscard]] T raw(Shared<T, kSharing>&& shared) {
  return RawShare::take(std::move(shared));
}

}  // namespace protocol_only

}  // namespace privet::protocol
