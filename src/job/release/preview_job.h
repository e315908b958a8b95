// SPDX-License-Identifier: Apache-2.0
// What a release would be, without making one: how risky it is and how much detail it keeps, while
// somebody turns a dial.
// Idea: the table is read, given its roles and bound to its hierarchies once; as long as only
// privacy models, the method and their settings change, the same prepared table is searched again.
// Nothing is written and no guard is asked, so an answer is an estimate: a release is made by
// run_release, from the file, and judged by its guard. Two classes that would show the same are
// counted as two here, so the release's risk is at most this.
// Cost: a search and one pass over the classes. Threads: one question at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anonymize/search_account.h"
#include "base/run.h"
#include "catalog/catalog.h"
#include "job/policy.h"
#include "job/prepare.h"
#include "job/release/release_options.h"
#include "quality/loss.h"
#include "risk/reidentification.h"
#include "risk/sensitive_risk.h"

namespace privet::job {

struct PreviewAnswer {
  std::string method = {};
  std::size_t records = 0;
  std::size_t suppressed = 0;
  std::vector<std::string> quasi = {};  // of quality.ncp_of_attribute
  std::string counted = {};             // "person", "household"; empty: records
  ReidentificationRisk before = {};
  ReidentificationRisk after = {};
  Quality quality = {};
  std::vector<SensitiveRisk> sensitive = {};  // what the classes would give away
  SearchAccount search = {};
};

class ReleasePreview {
 public:
  explicit ReleasePreview(const Catalog& catalog);
  ~ReleasePreview();
  ReleasePreview(const ReleasePreview&) = delete;
  ReleasePreview& operator=(const ReleasePreview&) = delete;

  // `table_key` stands for what the options' policy says of the columns and the file: where it is
  // as it was, the prepared table is used again. Throws what run_release would throw before it
  // searches, and Error{Infeasible}. Shifted dates are shown as they are: they need the key.
  [[nodiscard]] PreviewAnswer ask(const ReleaseOptions& options, const std::string& table_key,
                                  const Run& run);
  // The table as it is for such a question, with its roles and hierarchies, until the next one.
  [[nodiscard]] const PreparedTable& table(const ReleaseOptions& options,
                                           const std::string& table_key, const Run& run);
  // Lets the prepared table go.
  void forget();

 private:
  struct Kept;
  struct Asked;
  [[nodiscard]] Asked read(const ReleaseOptions& options, const Run& run) const;
  void keep(const ReleaseOptions& options, const Asked& asked, const std::string& table_key,
            const Run& run);
  const Catalog& catalog_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace privet::job
