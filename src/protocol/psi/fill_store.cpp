// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/error.h"
#include "crypto/gf64.h"
#include "protocol/psi/key_value_store.h"

namespace privet::protocol::psi {
namespace {

constexpr std::size_t kPrefetch = 24;

// A key and the place that is its own among those not taken away before it.
struct Peeled {
  std::uint32_t row;
  std::uint32_t place;
};

// The keys in an order in which each but those put aside has a place of its own.
class Peeling {
 public:
  Peeling(const StoreShape& shape, const StoreRows& rows)
      : rows_(rows), counts_(3 * shape.third, Count{}), most_aside_(shape.dense) {
    const auto keys = rows.places.size();
    for (std::uint32_t row = 0; row < keys; ++row) {
      if (row + kPrefetch < keys) {
        for (const auto place : rows.places[row + kPrefetch]) {
          __builtin_prefetch(counts_.data() + place, 1);
        }
      }
      for (const auto place : rows.places[row]) {
        ++counts_[place].keys;
        counts_[place].sum ^= row;
      }
    }
    order.reserve(keys);
  }

  // False if too many had to be put aside.
  bool run() {
    for (std::uint32_t place = 0; place < counts_.size(); ++place) {
      if (counts_[place].keys == 1) alone_.push_back(place);
    }
    std::uint32_t next = 0;  // none before it is left
    std::vector<bool> gone(rows_.places.size());
    while (true) {
      for (; done_ < alone_.size(); ++done_) {
        look_ahead();
        const auto place = alone_[done_];
        if (counts_[place].keys != 1) continue;
        const auto row = counts_[place].sum;
        order.push_back({row, place});
        gone[row] = true;
        take_away(row);
      }
      if (order.size() + aside.size() == rows_.places.size()) return true;
      if (aside.size() == most_aside_) return false;
      while (gone[next]) ++next;
      aside.push_back(next);
      gone[next] = true;
      take_away(next);
    }
  }

  std::vector<Peeled> order;
  std::vector<std::uint32_t> aside;

 private:
  struct Count {
    std::uint32_t keys = 0;
    std::uint32_t sum = 0;  // XOR of their numbers: the number, if there is one
  };

  // What soon will be needed is far away: the count, then its key's row, then the places of that.
  void look_ahead() const {
    const auto ahead = [&](std::size_t steps) {
      return std::min(done_ + steps, alone_.size() - 1);
    };
    const auto* const counts = counts_.data();
    __builtin_prefetch(counts + alone_[ahead(kPrefetch)]);
    const auto* const rows = rows_.places.data();
    __builtin_prefetch(rows + counts[alone_[ahead(kPrefetch / 3 * 2)]].sum);
    for (const auto place : rows[counts[alone_[ahead(kPrefetch / 3)]].sum]) {
      __builtin_prefetch(counts + place, 1);
    }
  }

  void take_away(std::uint32_t row) {
    for (const auto place : rows_.places[row]) {
      counts_[place].sum ^= row;
      if (--counts_[place].keys == 1) alone_.push_back(place);
    }
  }

  const StoreRows& rows_;
  crypto::SecretVector<Count> counts_;
  std::vector<std::uint32_t> alone_;  // places that once had one key
  std::size_t done_ = 0;              // of those
  std::size_t most_aside_;
};

// An equation in the elements d alone: their coefficients, then the value.
using Equation = std::vector<std::uint64_t>;

// What is left of a key that was put aside when all keys with a place of their own are used to
// strike out places; what remains are places of nobody, which stay zero.
Equation reduced(const StoreShape& shape, const StoreRows& rows, const std::vector<Peeled>& order,
                 std::uint32_t aside) {
  std::vector<bool> odd(3 * shape.third);
  Equation out(shape.dense + 1);
  const auto add = [&](std::uint32_t row) {
    for (const auto place : rows.places[row]) odd[place] = !odd[place];
    std::uint64_t power = 1;
    for (std::size_t j = 0; j < shape.dense; ++j) {
      power = crypto::gf64_multiply(power, rows.points[row]);
      out[j] ^= power;
    }
    out.back() ^= rows.values[row];
  };
  add(aside);
  for (const auto& [row, place] : order) {
    if (odd[place]) add(row);
  }
  return out;
}

// Gauss and Jordan; elements that no equation determines stay zero. False if there is no solution.
bool solve(std::vector<Equation> equations, std::span<std::uint64_t> unknowns) {
  std::vector<std::size_t> pivots;
  for (std::size_t e = 0; e < equations.size(); ++e) {
    auto& own = equations[e];
    std::size_t pivot = 0;
    while (pivot < unknowns.size() && own[pivot] == 0) ++pivot;
    if (pivot == unknowns.size()) return false;
    const auto inverse = crypto::gf64_inverse(own[pivot]);
    for (auto& entry : own) entry = crypto::gf64_multiply(entry, inverse);
    for (std::size_t other = 0; other < equations.size(); ++other) {
      const auto factor = equations[other][pivot];
      if (other == e || factor == 0) continue;
      for (std::size_t j = 0; j <= unknowns.size(); ++j) {
        equations[other][j] ^= crypto::gf64_multiply(own[j], factor);
      }
    }
    pivots.push_back(pivot);
  }
  for (std::size_t e = 0; e < equations.size(); ++e) unknowns[pivots[e]] = equations[e].back();
  return true;
}

}  // namespace

std::optional<crypto::SecretVector<std::uint64_t>> fill_store(const StoreShape& shape,
                                                              const StoreRows& rows) {
  Peeling peeling(shape, rows);
  if (!peeling.run()) return std::nullopt;
  std::vector<Equation> equations;
  for (const auto row : peeling.aside) {
    equations.push_back(reduced(shape, rows, peeling.order, row));
  }
  crypto::SecretVector<std::uint64_t> store(shape.size());
  const auto dense = std::span(store).subspan(3 * shape.third);
  if (!solve(std::move(equations), dense)) return std::nullopt;
  auto values = rows.values.copy();
  crypto::gf64_add_powers(values, rows.points, dense);
  // The key that was taken away last has two places that nobody will change any more.
  const auto& order = peeling.order;
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto far = order[i - std::min(i, 2 * kPrefetch)].row;
    __builtin_prefetch(rows.places.data() + far);
    __builtin_prefetch(values.data() + far);
    for (const auto place : rows.places[order[i - std::min(i, kPrefetch)].row]) {
      __builtin_prefetch(store.data() + place, 1);
    }
    const auto& [row, own] = order[i];
    auto value = values[row];
    for (const auto place : rows.places[row]) value ^= store[place];
    store[own] ^= value;
  }
  return store;
}

}  // namespace privet::protocol::psi
