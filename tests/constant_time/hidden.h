// SPDX-License-Identifier: Apache-2.0
// What the constant-time tests share: secrets marked undefined for valgrind, and lines between two
// sides on which everything that was sent is public.
#pragma once

#include <valgrind/memcheck.h>

#include <chrono>
#include <future>
#include <span>
#include <vector>

#include "crypto/aes.h"
#include "crypto/randomness.h"
#include "net/memory.h"

namespace privet::constant_time {

template <class T>
void hide(T& secret) {
  VALGRIND_MAKE_MEM_UNDEFINED(&secret, sizeof(secret));
}
// The numbers of a vector, not where they lie.
template <class T>
void hide(std::vector<T>& secrets) {
  VALGRIND_MAKE_MEM_UNDEFINED(secrets.data(), secrets.size() * sizeof(T));
}
template <class T>
void show(T& value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof(value));
}

// All that comes out of a generator is secret if its keys are: they end the cipher it begins with.
inline void hide_keys(crypto::Randomness& randomness) {
  constexpr std::size_t kKeys = 11 * sizeof(crypto::Block);
  auto* end = std::as_writable_bytes(std::span(&randomness, 1)).data() + sizeof(crypto::Aes);
  VALGRIND_MAKE_MEM_UNDEFINED(end - kKeys, kKeys);
}

// What comes over the wire is known to the other side and may be branched on.
class WireChannel final : public net::Channel {
 public:
  explicit WireChannel(net::Channel& inner) : inner_(inner) {}
  void send(std::span<const std::byte> bytes) override { inner_.send(bytes); }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override {
    inner_.receive(bytes);
    VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
  }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(out, in);
    VALGRIND_MAKE_MEM_DEFINED(in.data(), in.size());
  }
  void close() noexcept override { inner_.close(); }

 private:
  net::Channel& inner_;
};

// Both sides of a protocol, the second in a thread of its own.
template <class First, class Second>
void run_both(First first, Second second) {
  net::ChannelOptions patient;  // everything takes long under valgrind
  patient.timeout = std::chrono::minutes(10);
  auto [left, right] = net::make_memory_pair(patient, std::size_t{1} << 20U);
  auto other = std::async(std::launch::async, [&inner = *right, &second] {
    WireChannel channel(inner);
    second(channel);
    channel.flush();
  });
  WireChannel channel(*left);
  first(channel);
  channel.flush();
  other.get();
}

}  // namespace privet::constant_time
