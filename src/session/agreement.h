// SPDX-License-Identifier: Apache-2.0
// What all parties must have said the same before the first secret is touched.
// Idea: parameters by name, each hashed; the handshake compares the hashes and can name the first
// parameter that differs, without showing its value. Whoever gets a hash can try values for it, so
// what follows from a party's data (its number of rows) is not among those: it is compared only
// after all parties have agreed on the rest and shown that they are in one run, and the forecast
// says who learns it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.h"
#include "protocol/ledger.h"

namespace privet::session {

class Agreement {
 public:
  // Throws Error{Internal} if the name is taken: a parameter has one value.
  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, std::uint64_t value);

  // What must be alike as well, and follows from the data: told to the other parties under this
  // opening, which the forecast must have, once the rest is agreed. Its name alone is in the
  // greeting.
  void add_of_data(std::string_view name, std::uint64_t value, protocol::Opening opening);
  struct OfData {
    std::string name;
    std::uint64_t value = 0;
    protocol::Opening opening;
  };
  [[nodiscard]] const std::vector<OfData>& of_data() const noexcept { return of_data_; }

  // Of all names and values but those of the data.
  [[nodiscard]] crypto::Digest digest() const;
  // Each name with the hash of its value, as sent in the handshake.
  [[nodiscard]] std::map<std::string, crypto::Digest> hashes() const;

 private:
  std::map<std::string, std::string> values_;
  std::vector<OfData> of_data_;
};

// The first name, in order, on which the two differ or that one of them lacks; empty if none.
[[nodiscard]] std::string first_difference(const std::map<std::string, crypto::Digest>& ours,
                                           const std::map<std::string, crypto::Digest>& theirs);

}  // namespace privet::session
