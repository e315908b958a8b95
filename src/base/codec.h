// SPDX-License-Identifier: Apache-2.0
// Fixed-width little-endian integers for every byte format of ours, in memory, on disk and on the
// wire. Reading is bounds-checked: a short buffer is Error{Input}, never a read past the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace privet {

class ByteWriter {
 public:
  template <std::unsigned_integral T>
  void put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xffU));
    }
  }
  void put_bytes(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  // A length (u32) and the bytes.
  void put_text(std::string_view text) {
    PRIVET_CHECK(text.size() <= UINT32_MAX);
    put(static_cast<std::uint32_t>(text.size()));
    put_bytes(std::as_bytes(std::span(text)));
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <std::unsigned_integral T>
  T get() {
    const auto raw = get_bytes(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value |= std::to_integer<std::uint64_t>(raw[i]) << (8 * i);
    }
    return static_cast<T>(value);
  }
  std::span<const std::byte> get_bytes(std::size_t count) {
    if (count > bytes_.size()) {
      throw Error(ErrorCode::Input, "the data ends in the middle of a value");
    }
    const auto out = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return out;
  }
  std::string get_text() {
    const auto raw = get_bytes(get<std::uint32_t>());
    std::string out(raw.size(), '\0');
    if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
    return out;
  }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  [[nodiscard]] bool done() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace privet
