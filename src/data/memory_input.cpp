// SPDX-License-Identifier: Apache-2.0
#include "data/memory_input.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

namespace privet {
namespace {

struct Loans {
  std::mutex mutex;
  std::map<std::string, MemoryInput> inputs;
};

Loans& loans() {
  static Loans all;
  return all;
}

}  // namespace

LoanedInput::LoanedInput(MemoryInput input, std::string_view shown)
    : name_(fmt::format("<{}>", shown)) {
  Loans& all = loans();
  const std::lock_guard lock(all.mutex);
  for (std::size_t number = 2; all.inputs.contains(name_); ++number) {
    name_ = fmt::format("<{} {}>", shown, number);
  }
  all.inputs.emplace(name_, std::move(input));
}

LoanedInput::~LoanedInput() {
  Loans& all = loans();
  const std::lock_guard lock(all.mutex);
  all.inputs.erase(name_);
}

MemoryInput loaned_input(const std::string& name) {
  if (!name.starts_with('<')) return {};
  Loans& all = loans();
  const std::lock_guard lock(all.mutex);
  const auto found = all.inputs.find(name);
  return found == all.inputs.end() ? MemoryInput{} : found->second;
}

}  // namespace privet
