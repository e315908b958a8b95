// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/hidden_items.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::protocol::unions {
namespace {

using crypto::Point;
using crypto::Scalar;

constexpr std::size_t kGrain = 16;  // elements a thread takes at a time
constexpr std::size_t kPair = 2 * Point::kSize;

using PointBytes = std::span<const std::byte, Point::kSize>;

void put(std::span<std::byte> out, const Point& point) {
  std::ranges::copy(point.bytes(), out.begin());
}

// The e-th element, or pair of elements, whatever record it belongs to.
std::span<const std::byte> element(const Records& records, std::size_t e, std::size_t size) {
  return records.all().subspan(e * size, size);
}

void for_each(std::size_t elements, ThreadPool& pool,
              const std::function<void(std::size_t)>& task) {
  pool.parallel_ranges(elements, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) task(e);
  });
}

}  // namespace

HiddenZeros encrypt_zeros(std::size_t count, const Point& target, crypto::Randomness& randomness,
                          ThreadPool& pool) {
  std::vector<Scalar> secrets;
  secrets.reserve(count);
  for (std::size_t i = 0; i < count; ++i) secrets.push_back(Scalar::random(randomness));
  HiddenZeros out(2 * count, target);
  for_each(count, pool, [&](std::size_t i) {
    out[2 * i] = Point::base_times(secrets[i]);
    out[2 * i + 1] = target.times(secrets[i]);
  });
  return out;
}

Records hide_items(const Records& items, const HiddenZeros& zeros, ThreadPool& pool) {
  const auto elements = zeros.size() / 2;
  PRIVET_CHECK(elements * Point::kSize == items.all().size());
  Records out(items.count(), 2 * items.size());
  for_each(elements, pool, [&](std::size_t e) {
    const auto item = Point::decode(element(items, e, Point::kSize).first<Point::kSize>());
    const auto to = out.all().subspan(e * kPair, kPair);
    put(to.first<Point::kSize>(), zeros[2 * e]);
    put(to.last<Point::kSize>(), item + zeros[2 * e + 1]);
  });
  return out;
}

Records pass_hidden(const Records& hidden, const Scalar& key, const Scalar& factor,
                    const HiddenZeros& zeros, ThreadPool& pool) {
  const auto elements = zeros.size() / 2;
  PRIVET_CHECK(elements * kPair == hidden.all().size());
  const auto both = key * factor;
  Records out(hidden.count(), hidden.size());
  for_each(elements, pool, [&](std::size_t e) {
    const auto from = element(hidden, e, kPair);
    const PointBytes u = from.first<Point::kSize>();
    const PointBytes v = from.last<Point::kSize>();
    const auto to = out.all().subspan(e * kPair, kPair);
    put(to.first<Point::kSize>(), Point::decode_times(u, factor) + zeros[2 * e]);
    put(to.last<Point::kSize>(),
        Point::decode_times(v, factor) - Point::decode_times(u, both) + zeros[2 * e + 1]);
  });
  return out;
}

Records reveal_items(const Records& hidden, const Scalar& key, ThreadPool& pool) {
  Records out(hidden.count(), hidden.size() / 2);
  for_each(hidden.all().size() / kPair, pool, [&](std::size_t e) {
    const auto from = element(hidden, e, kPair);
    const auto v = Point::decode(from.last<Point::kSize>());
    const auto item = v - Point::decode_times(from.first<Point::kSize>(), key);
    // Zero is not an item, and must not become another party's fault later.
    if (std::ranges::all_of(item.bytes(), [](std::byte byte) { return byte == std::byte{0}; })) {
      throw Error(ErrorCode::Peer,
                  "the other party sent an encrypted item: expected a group element other than "
                  "zero, got zero");
    }
    put(out.all().subspan(e * Point::kSize, Point::kSize), item);
  });
  return out;
}

Records times_factor(const Records& items, const Scalar& factor, ThreadPool& pool) {
  Records out(items.count(), items.size());
  for_each(items.all().size() / Point::kSize, pool, [&](std::size_t e) {
    const auto from = element(items, e, Point::kSize);
    put(out.all().subspan(e * Point::kSize, Point::kSize),
        Point::decode_times(from.first<Point::kSize>(), factor));
  });
  return out;
}

}  // namespace privet::protocol::unions
