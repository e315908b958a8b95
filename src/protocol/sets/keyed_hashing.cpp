// SPDX-License-Identifier: Apache-2.0
#include "protocol/sets/keyed_hashing.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/codec.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::protocol {
namespace {

using crypto::Point;

constexpr std::size_t kGrain = 32;  // elements a thread takes at a time
constexpr std::uint8_t kReal = 0;
constexpr std::uint8_t kFiller = 1;

HashedElement bytes_of(const Point& point) {
  HashedElement out;
  std::ranges::copy(point.bytes(), out.begin());
  return out;
}

Point point_of(std::uint8_t kind, std::uint64_t domain, std::uint64_t filler, std::uint64_t value) {
  ByteWriter text;
  text.put(kind);
  text.put(domain);
  text.put(kind == kReal ? std::uint64_t{0} : filler);
  text.put(value);
  return Point::from_hash_of(text.bytes());
}

}  // namespace

HashedSet hash_set(std::span<const std::uint64_t> elements, std::uint64_t domain,
                   std::uint64_t filler, std::size_t size, const crypto::Scalar& key,
                   ThreadPool& pool) {
  if (elements.size() > size) {
    throw Error(ErrorCode::Usage, "a set of " + std::to_string(elements.size()) +
                                      " elements does not fit the agreed " + std::to_string(size));
  }
  HashedSet out(size);
  pool.parallel_ranges(size, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const bool real = i < elements.size();
      const auto point = real ? point_of(kReal, domain, filler, elements[i])
                              : point_of(kFiller, domain, filler, i);
      out[i] = bytes_of(point.times(key));
    }
  });
  std::ranges::sort(out);
  return out;
}

HashedSet hash_again(std::span<const HashedElement> set, const crypto::Scalar& key,
                     ThreadPool& pool) {
  HashedSet out(set.size());
  pool.parallel_ranges(set.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = bytes_of(Point::decode_times(set[i], key));
  });
  std::ranges::sort(out);
  return out;
}

HashedSet intersection(std::span<const HashedElement> a, std::span<const HashedElement> b) {
  HashedSet out;
  std::ranges::set_intersection(a, b, std::back_inserter(out));
  return out;
}

std::vector<std::byte> encode_sets(std::span<const HashedSet> sets) {
  ByteWriter out;
  for (const auto& set : sets) {
    out.put(static_cast<std::uint64_t>(set.size()));
    out.put_bytes(std::as_bytes(std::span(set)));
  }
  return out.take();
}

std::vector<HashedSet> decode_sets(std::span<const std::byte> bytes,
                                   std::span<const std::size_t> limits) {
  std::vector<HashedSet> out;
  ByteReader in(bytes);
  for (const auto limit : limits) {
    if (in.left() < sizeof(std::uint64_t)) break;
    const auto count = in.get<std::uint64_t>();
    if (count > limit || count > in.left() / sizeof(HashedElement)) break;
    const auto raw = in.get_bytes(count * sizeof(HashedElement));
    auto& set = out.emplace_back(count);
    if (count > 0) std::memcpy(set.data(), raw.data(), raw.size());
    if (!std::ranges::is_sorted(set)) break;
  }
  if (out.size() != limits.size() || !in.done()) {
    throw Error(
        ErrorCode::Peer,
        "the other party sent hashed sets: expected sorted ones of the agreed sizes, got others");
  }
  return out;
}

}  // namespace privet::protocol
