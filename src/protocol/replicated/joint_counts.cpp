// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/joint_counts.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "protocol/replicated/raw_parts.h"

namespace privet::protocol::replicated {
namespace {

constexpr std::size_t kMemory = std::size_t{256} << 20U;
constexpr std::size_t kLeastChunk = 1024;

using Beginning = std::pair<Factor, Factor>;

// What the products need, in an order that all parties come to alike.
struct Plan {
  std::map<Factor, Numbers> vectors;
  std::map<Beginning, Numbers> beginnings;
};

Plan plan_of(std::span<const BooleanProduct> products) {
  Plan plan;
  for (const auto& product : products) {
    PRIVET_CHECK(product.size() == 2 || product.size() == kParties);
    for (const auto& factor : product) plan.vectors.try_emplace(factor);
    if (product.size() == kParties) plan.beginnings.try_emplace({product[0], product[1]});
  }
  return plan;
}

// Places [from, from + count) as numbers 0 and 1.
std::vector<std::uint64_t> numbers_of(const BitVector& bits, std::size_t from, std::size_t count) {
  std::vector<std::uint64_t> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = bits[from + i];
  return out;
}

void share_vectors(Arithmetic& arithmetic, Plan& plan, std::span<const BitVector> vectors,
                   std::size_t from, std::size_t count) {
  auto& trio = arithmetic.trio();
  for (auto& [factor, shared] : plan.vectors) {
    const bool mine = factor.party == trio.party(trio.place());
    std::vector<std::uint64_t> values;
    if (mine) values = numbers_of(vectors[factor.vector], from, count);
    shared = arithmetic.input(factor.party, values, count);
  }
}

// All beginnings in one round.
void multiply_beginnings(Arithmetic& arithmetic, Plan& plan, std::size_t count) {
  Numbers left;
  Numbers right;
  for (const auto& [beginning, product] : plan.beginnings) {
    left.append(plan.vectors.at(beginning.first));
    right.append(plan.vectors.at(beginning.second));
  }
  const auto products = arithmetic.multiply(left, right);
  std::size_t at = 0;
  for (auto& [beginning, product] : plan.beginnings) {
    product = products.slice(at, count);
    at += count;
  }
}

}  // namespace

Numbers joint_counts(Arithmetic& arithmetic, std::span<const BooleanProduct> products,
                     std::span<const BitVector> vectors, std::size_t places) {
  auto plan = plan_of(products);
  const auto& trio = arithmetic.trio();
  for (const auto& [factor, shared] : plan.vectors) {
    if (factor.party != trio.party(trio.place())) continue;
    if (factor.vector >= vectors.size() || vectors[factor.vector].size() < places) {
      throw Error(ErrorCode::Usage, "a product asks for a vector that is missing or too short");
    }
  }
  // A number takes 16 bytes, those of beginnings four times: factors, products, and on their way.
  const auto kept = 16 * (plan.vectors.size() + 4 * plan.beginnings.size());
  const auto chunk = std::max(kLeastChunk, kMemory / std::max<std::size_t>(1, kept));
  crypto::SecretVector<std::uint64_t> sums(products.size());
  for (std::size_t from = 0; from < places; from += chunk) {
    const auto count = std::min(chunk, places - from);
    share_vectors(arithmetic, plan, vectors, from, count);
    if (!plan.beginnings.empty()) multiply_beginnings(arithmetic, plan, count);
    for (std::size_t i = 0; i < products.size(); ++i) {
      const auto& product = products[i];
      const auto& left = product.size() == 2 ? plan.vectors.at(product[0])
                                             : plan.beginnings.at({product[0], product[1]});
      sums[i] += RawParts::local_product(left, plan.vectors.at(product.back()));
    }
  }
  return RawParts::share(arithmetic, std::move(sums));
}

}  // namespace privet::protocol::replicated
