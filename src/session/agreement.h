// SPDX-License-Identifier: Apache-2.0
// What all parties must have said the same before the first secret is touched.
// Idea: parameters by name, each hashed; the handshake compares the hashes and can name the first
// parameter that differs, without showing its value.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.h"

namespace privet::session {

class Agreement {
 public:
  // Throws Error{Internal} if the name is taken: a parameter has one value.
  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, std::uint64_t value);

  // Of all names and values.
  [[nodiscard]] crypto::Digest digest() const;
  // Each name with the hash of its value, as sent in the handshake.
  [[nodiscard]] std::map<std::string, crypto::Digest> hashes() const;

 private:
  std::map<std::string, std::string> values_;
};

// The first name, in order, on which the two differ or that one of them lacks; empty if none.
[[nodiscard]] std::string first_difference(const std::map<std::string, crypto::Digest>& ours,
                                           const std::map<std::string, crypto::Digest>& theirs);

}  // namespace privet::session
