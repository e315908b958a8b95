// SPDX-License-Identifier: Apache-2.0
// The guard judges the finished file of every form: a sound release passes, and one changed cell, a
// missing record or another name is refused, whatever the form.
#include <gtest/gtest.h>

#include <memory>

#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard.h"
#include "publish/release_form_internal.h"

namespace privet {
namespace {

struct Scene {
  Table table =
      make_table({"age group", "town"}, {{"20", "a"}, {"21", "b"}, {"30", "b"}, {"31", "a"}});
  Schema schema{2};
  std::unique_ptr<PrivacyModel> model = make_k_anonymity(2);
  Problem problem{table, {{0}}, {}, {model.get()}};
  privet::Run run;

  Scene() {
    schema.assign(0, Role::Quasi);
    schema.assign(1, Role::Plain);
  }
  // What the guard says of this release, written under this name.
  [[nodiscard]] std::string verdict(const Table& release, const std::string& path) const {
    Draft draft("-");
    detail::write_form(release, path, {}, [&](std::string_view piece) { draft.write(piece); }, run);
    ReleaseForm form;
    form.decode = detail::decoder(path, problem, schema, run);
    try {
      TableGuard guard({problem, schema, form, 0});
      (void)guard.approve(std::move(draft), run);
      return "sound";
    } catch (const Error& error) {
      return error.what();
    }
  }
};

Table released(const std::vector<std::vector<std::string>>& rows,
               const std::string& name = "age group") {
  return make_table({name, "town"}, rows);
}

TEST(ReleaseForm, IsReadBackByTheGuardWhateverItIs) {
  const Scene scene;
  for (const std::string path :
       {"t.csv", "t.csv.gz", "t.arff", "t.sqlite", "t.xlsx", "t.sav", "t.dta"}) {
    EXPECT_EQ(
        scene.verdict(
            released({{"[20-21]", "a"}, {"[20-21]", "b"}, {"[30-31]", "b"}, {"[30-31]", "a"}}),
            path),
        "sound")
        << path;
    // A cell of another record, a class too small, a record too few, a column of another name.
    EXPECT_NE(
        scene.verdict(
            released({{"[20-21]", "b"}, {"[20-21]", "b"}, {"[30-31]", "b"}, {"[30-31]", "a"}}),
            path),
        "sound")
        << path;
    EXPECT_NE(scene.verdict(
                  released({{"20", "a"}, {"21", "b"}, {"[30-31]", "b"}, {"[30-31]", "a"}}), path),
              "sound")
        << path;
    EXPECT_NE(scene.verdict(released({{"[20-21]", "a"}, {"[20-21]", "b"}, {"[30-31]", "b"}}), path),
              "sound")
        << path;
    EXPECT_NE(scene.verdict(
                  released({{"[20-21]", "a"}, {"[20-21]", "b"}, {"[30-31]", "b"}, {"[30-31]", "a"}},
                           "age"),
                  path),
              "sound")
        << path;
  }
}

}  // namespace
}  // namespace privet
