// SPDX-License-Identifier: Apache-2.0
// Whatever bytes the guard lets pass as the release of a small table, a naive checker that shares
// no code with it lets pass too. The first byte chooses how the release is written and the threads.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard.h"
#include "tests/support/naive_release.h"

namespace {

using namespace privet;
using testing_support::NaiveColumn;
using testing_support::NaiveOriginal;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// Six people; the names of two columns need quotes, and some values look like released forms.
class Scene {
 public:
  Scene()
      : original_{{{.name = "id", .use = NaiveColumn::Use::Dropped},
                   {.name = "a\"e", .use = NaiveColumn::Use::Quasi, .numeric = true},
                   {.name = "w,o", .use = NaiveColumn::Use::Quasi},
                   {.name = "z", .use = NaiveColumn::Use::Quasi},
                   {.name = "s"}},
                  {{"1", "-5", "*", "10", "flu"},
                   {"2", "3", "a", "11", "*"},
                   {"3", "7.", "a,b", "20", "\"x\""},
                   {"4", "7", "{a}", "20", "fl\nu"},
                   {"5", "?", "", "21", ""},
                   {"6", "1e1", "\"a", "21", "flu"}},
                  2},
        table_(make_table(names(), original_.rows)),
        model_(make_k_anonymity(original_.k)) {
    original_.columns[3].numeric = true;
    const std::vector<std::string_view> labels{"10", "1*", "*", "11", "1*", "*",
                                               "20", "2*", "*", "21", "2*", "*"};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      original_.columns[3].groups[std::string(labels[i])].emplace(labels[i / 3 * 3]);
    }
    const HierarchyRows rows{.levels = 3, .labels = labels, .source = "zip"};
    zip_ = std::make_unique<BoundHierarchy>(bind(Hierarchy(rows), table_.column(3), "zip"));
    schema_.assign(0, Role::Identifier);
    for (AttributeId id = 1; id <= 3; ++id) schema_.assign(id, Role::Quasi);
    schema_.assign(4, Role::Sensitive);
  }

  void check(std::string_view bytes, const CsvStyle& style, const Run& run) const {
    const Problem problem{table_, {{1}, {2}, {3, zip_.get()}}, {4}, {model_.get()}};
    try {
      (void)guard(bytes, {style}, problem, schema_, run);
    } catch (const Error&) {
      return;
    }
    require(!testing_support::naive_objection(bytes, style.delimiter, style.header, original_));
  }

 private:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& column : original_.columns) out.push_back(column.name);
    return out;
  }

  NaiveOriginal original_;
  Table table_;
  Schema schema_{5};
  std::unique_ptr<PrivacyModel> model_;
  std::unique_ptr<BoundHierarchy> zip_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scene kScene;
  static const Run kOne(nullptr, nullptr, 1);
  static const Run kThree(nullptr, nullptr, 3);
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const CsvStyle style{.delimiter = (choice & 1U) != 0 ? ';' : ',',
                       .header = (choice & 2U) == 0,
                       .crlf = (choice & 4U) != 0,
                       .bom = (choice & 8U) != 0};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  kScene.check(bytes, style, (choice & 16U) != 0 ? kThree : kOne);
  return 0;
}
