// SPDX-License-Identifier: Apache-2.0
#include "protocol/bound.h"

#include <algorithm>

namespace privet::protocol {
namespace {

constexpr std::uint64_t kMost = UINT64_MAX;

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a > kMost - b ? kMost : a + b;
}
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

}  // namespace

Bound::Bound(std::uint64_t number) {
  if (number != 0) terms_.push_back({number, {}});
}

Bound Bound::of(std::string_view size) {
  Bound out;
  out.terms_.push_back({1, {std::string(size)}});
  return out;
}

Bound operator+(const Bound& a, const Bound& b) {
  Bound out = a;
  for (const auto& term : b.terms_) {
    const auto same = std::ranges::find(out.terms_, term.sizes, &Bound::Term::sizes);
    if (same == out.terms_.end()) {
      out.terms_.push_back(term);
    } else {
      same->factor = plus(same->factor, term.factor);
    }
  }
  return out;
}

Bound operator*(const Bound& a, const Bound& b) {
  Bound out;
  for (const auto& x : a.terms_) {
    for (const auto& y : b.terms_) {
      Bound product;
      auto sizes = x.sizes;
      sizes.insert(sizes.end(), y.sizes.begin(), y.sizes.end());
      std::ranges::sort(sizes);
      product.terms_.push_back({times(x.factor, y.factor), std::move(sizes)});
      out = out + product;
    }
  }
  return out;
}

std::uint64_t Bound::value(const PublicSizes& sizes) const {
  std::uint64_t out = 0;
  for (const auto& term : terms_) {
    auto product = term.factor;
    for (const auto& name : term.sizes) {
      const auto size = sizes.find(name);
      product = times(product, size == sizes.end() ? 0 : size->second);
    }
    out = plus(out, product);
  }
  return out;
}

std::string Bound::text() const {
  std::string out;
  for (const auto& term : terms_) {
    if (!out.empty()) out += " + ";
    std::string factors;
    if (term.factor != 1 || term.sizes.empty()) factors = std::to_string(term.factor);
    for (const auto& size : term.sizes) factors += (factors.empty() ? "" : " * ") + size;
    out += factors;
  }
  return out.empty() ? "0" : out;
}

}  // namespace privet::protocol
