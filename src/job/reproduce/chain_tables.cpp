// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/chain_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/sampling.h"

namespace privet::job {
namespace {

constexpr std::size_t kAttributes = 5;  // numeric, and as many nominal
constexpr double kRowsOfGroup = 4;
constexpr std::size_t kNominalValues = 20;

std::size_t poisson(Sampler& sampler) {
  const double limit = std::exp(-kRowsOfGroup);
  std::size_t count = 0;
  for (double product = sampler.unit(); product > limit; product *= sampler.unit()) ++count;
  return count;
}

// Which of the numeric columns lie in the top half, `high` of them.
std::vector<char> draw_top(Sampler& sampler, std::size_t all, std::size_t high) {
  std::vector<char> top(all, 0);
  std::fill_n(top.begin(), high, 1);
  sampler.shuffle(std::span(top));
  return top;
}

std::string header(bool with_class) {
  std::string out = "k";
  for (std::size_t a = 0; a < 2 * kAttributes; ++a) out += fmt::format(",a{}", a);
  return out + (with_class ? ",class\n" : "\n");
}

// The lines of one table, a group after the other.
class Groups {
 public:
  explicit Groups(std::string_view text) : rest_(text) { header_ = line(); }
  [[nodiscard]] std::string_view columns() const { return header_.substr(2); }
  [[nodiscard]] std::string_view key() const { return rest_.substr(0, rest_.find(',')); }
  // The rows of the next group, without the join value.
  [[nodiscard]] std::vector<std::string_view> next() {
    std::vector<std::string_view> out;
    for (const auto group = key(); !rest_.empty() && key() == group;) {
      out.push_back(line().substr(group.size() + 1));
    }
    return out;
  }
  [[nodiscard]] bool done() const { return rest_.empty(); }

 private:
  std::string_view line() {
    const auto end = rest_.find('\n');
    const auto out = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return out;
  }
  std::string_view rest_;
  std::string_view header_;
};

std::string joined_header(const std::vector<Groups>& tables) {
  std::string out;
  for (std::size_t t = tables.size(); t-- > 0;) {  // the first last, so that the class comes last
    const auto columns = tables[t].columns();
    for (std::size_t at = 0; at < columns.size();) {
      const auto end = std::min(columns.find(',', at), columns.size());
      const auto name = columns.substr(at, end - at);
      out += out.empty() ? "" : ",";
      out += name == "class" ? std::string(name) : fmt::format("T{}.{}", t + 1, name);
      at = end + 1;
    }
  }
  return out + "\n";
}

}  // namespace

std::vector<std::string> chain_tables(std::size_t tables, std::size_t rows) {
  Sampler sampler(2008);
  const auto groups = static_cast<std::size_t>(static_cast<double>(rows) / kRowsOfGroup);
  const std::size_t half = std::min<std::size_t>(rows, 10000) / 2;
  const std::size_t all = tables * kAttributes;
  std::vector<std::string> out;
  for (std::size_t t = 0; t < tables; ++t) out.push_back(header(t == 0));
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t size = poisson(sampler);
    const std::size_t high = sampler.below(all + 1);
    const auto top = draw_top(sampler, all, high);
    for (std::size_t t = 0; t < tables; ++t) {
      for (std::size_t row = 0; row < size; ++row) {
        auto to = std::back_inserter(out[t]);
        fmt::format_to(to, "{}", group);
        for (std::size_t a = 0; a < kAttributes; ++a) {
          const auto above = top[t * kAttributes + a] != 0 ? half : 0;
          fmt::format_to(to, ",{}", sampler.below(half) + above + 1);
        }
        for (std::size_t a = 0; a < kAttributes; ++a) {
          fmt::format_to(to, ",v{}", sampler.below(kNominalValues));
        }
        fmt::format_to(to, "{}\n", t > 0 ? "" : 2 * high >= all ? ",Yes" : ",No");
      }
    }
  }
  return out;
}

std::string joined_chain(const std::vector<std::string>& tables) {
  std::vector<Groups> sources(tables.begin(), tables.end());
  std::string out = joined_header(sources);
  while (!sources.front().done()) {
    std::vector<std::vector<std::string_view>> rows;
    for (std::size_t t = sources.size(); t-- > 0;) rows.push_back(sources[t].next());
    std::vector<std::size_t> at(rows.size(), 0);
    for (bool more = true; more;) {
      for (std::size_t t = 0; t < rows.size(); ++t) {
        if (t > 0) out += ',';
        out += rows[t][at[t]];
      }
      out += '\n';
      std::size_t t = 0;
      while (t < at.size() && ++at[t] == rows[t].size()) at[t++] = 0;
      more = t < at.size();
    }
  }
  return out;
}

}  // namespace privet::job
