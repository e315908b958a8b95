// SPDX-License-Identifier: Apache-2.0
#include "session/agreement.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/error.h"

namespace privet::session {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

void Agreement::add(std::string_view name, std::string_view value) {
  PRIVET_CHECK(values_.emplace(name, value).second);
}

void Agreement::add(std::string_view name, std::uint64_t value) {
  add(name, std::to_string(value));
}

void Agreement::add_of_data(std::string_view name, std::uint64_t value, protocol::Opening opening) {
  add(name, "compared when all else is agreed");
  of_data_.push_back({std::string(name), value, opening});
}

crypto::Digest Agreement::digest() const {
  std::vector<std::span<const std::byte>> parts;
  parts.reserve(2 * values_.size());
  for (const auto& [name, value] : values_) {
    parts.push_back(bytes_of(name));
    parts.push_back(bytes_of(value));
  }
  return crypto::digest_of(parts);
}

std::map<std::string, crypto::Digest> Agreement::hashes() const {
  std::map<std::string, crypto::Digest> out;
  for (const auto& [name, value] : values_) {
    const std::array parts{bytes_of(name), bytes_of(value)};
    out.emplace(name, crypto::digest_of(parts));
  }
  return out;
}

std::string first_difference(const std::map<std::string, crypto::Digest>& ours,
                             const std::map<std::string, crypto::Digest>& theirs) {
  auto a = ours.begin();
  auto b = theirs.begin();
  for (; a != ours.end() && b != theirs.end(); ++a, ++b) {
    if (a->first != b->first) return std::min(a->first, b->first);
    if (a->second != b->second) return a->first;
  }
  if (a != ours.end()) return a->first;
  return b != theirs.end() ? b->first : std::string();
}

}  // namespace privet::session
