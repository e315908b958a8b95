// SPDX-License-Identifier: Apache-2.0
// Writes a generated table of people for benchmarks: nine columns whose sizes and skews are those
// of census data, with the usual dependences (age and marital status, education and occupation,
// occupation and income). Usage: generate_people ROWS SEED > people.csv
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/sampling.h"

namespace {

using privet::Sampler;

// An index below `size`, index 0 the likeliest: geometric, cut off.
std::size_t skewed(Sampler& sampler, std::size_t size, double decay) {
  std::size_t index = 0;
  while (index + 1 < size && sampler.unit() < decay) ++index;
  return index;
}

constexpr std::array<std::string_view, 5> kRaces{"White", "Black", "Asian", "Native", "Other"};
constexpr std::array<std::string_view, 7> kMarital{
    "Married", "Never-married", "Divorced", "Separated", "Widowed", "Spouse-absent", "Partnered"};
constexpr std::array<std::string_view, 7> kWork{
    "Private", "Self-emp", "Local-gov", "State-gov", "Federal-gov", "Self-emp-inc", "Without-pay"};
constexpr std::array<std::string_view, 2> kIncome{"<=50K", ">50K"};

std::string person(Sampler& sampler) {
  const auto age = static_cast<int>(17 + skewed(sampler, 74, 0.968));
  const std::size_t education = skewed(sampler, 16, 0.75);
  const std::size_t marital = age < 25 ? 1 : skewed(sampler, kMarital.size(), 0.5);
  const std::size_t occupation = (skewed(sampler, 14, 0.85) + education / 2) % 14;
  const std::size_t country = sampler.below(10) == 0 ? 1 + skewed(sampler, 40, 0.93) : 0;
  const bool rich = sampler.unit() < 0.1 + 0.02 * static_cast<double>(occupation);
  return fmt::format("{},{},{},{},Education-{:02},Country-{:02},{},Occupation-{:02},{}\n",
                     sampler.below(3) == 0 ? "Female" : "Male", age,
                     kRaces[skewed(sampler, 5, 0.15)], kMarital[marital], education, country,
                     kWork[skewed(sampler, 7, 0.35)], occupation, kIncome[rich ? 1 : 0]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: generate_people ROWS SEED > people.csv\n");
    return 2;
  }
  const auto rows = std::strtoull(argv[1], nullptr, 10);
  Sampler sampler(std::strtoull(argv[2], nullptr, 10));
  std::string block = "sex,age,race,marital,education,country,workclass,occupation,income\n";
  for (unsigned long long r = 0; r < rows; ++r) {
    block += person(sampler);
    if (block.size() > (1U << 20U)) {
      std::fwrite(block.data(), 1, block.size(), stdout);
      block.clear();
    }
  }
  std::fwrite(block.data(), 1, block.size(), stdout);
  return 0;
}
