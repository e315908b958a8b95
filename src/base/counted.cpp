// SPDX-License-Identifier: Apache-2.0
#include "base/counted.h"

namespace privet {

std::string grouped(std::uint64_t count) {
  std::string out = std::to_string(count);
  for (std::size_t at = out.size(); at > 3;) {
    at -= 3;
    out.insert(at, 1, ',');
  }
  return out;
}

std::string noun_for(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return std::string(one);
  return many.empty() ? std::string(one) + "s" : std::string(many);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + noun_for(count, one, many);
}

}  // namespace privet
