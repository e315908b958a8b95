// SPDX-License-Identifier: Apache-2.0
// What lies on the desk: the open table, the policy that is being worked on, the last release.
// Idea: all work is kept here and not in the page, so reloading loses nothing, and several pages
// show the same. Every answer comes from a job of src/job, shown by src/report; the policy is
// always a text that `privet anonymize --policy` would take. Threads: any. A preview that a newer
// one has overtaken is cancelled.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/run.h"
#include "catalog/catalog.h"
#include "data/csv/read_csv.h"
#include "job/release/preview_job.h"
#include "studio/event_log.h"
#include "studio/job_board.h"
#include "studio/workroom.h"

namespace privet::studio {

class Desk {
 public:
  Desk(Workroom& room, EventLog& events, const Catalog& catalog);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // Reads the table and drafts a policy with the suggested roles, or takes the one at
  // `policy`. `uploaded`: the file is one of the workroom's. What was on the desk stays if this
  // fails.
  void open(const std::string& path, const std::string& name, bool uploaded,
            const std::optional<std::string>& policy, const Run& run);

  // Everything a page shows that is not large.
  [[nodiscard]] Json state() const;
  // The records from number `from` (counted from 0), at most a few hundred.
  [[nodiscard]] Json rows(std::size_t from, std::size_t count) const;
  [[nodiscard]] Json column(const std::string& name) const;
  // The different values of a column that are not missing, the first few hundred.
  [[nodiscard]] Json values(const std::string& name) const;
  // Throws for a policy that cannot be one; the old one stays.
  void set_policy(const Json& policy);
  [[nodiscard]] std::string policy_toml() const;
  // The levels that {"kind": ...} makes of a column, or {"file": "name of an upload"}.
  [[nodiscard]] Json levels(const std::string& column, const Json& hierarchy) const;

  // What a release by this policy would be; cancels the preview that is running, if any.
  [[nodiscard]] Json preview(const Json& policy);
  // The same for every k and for every method in turn, each told as it is found.
  [[nodiscard]] Json sweep(const Json& policy, const std::vector<std::size_t>& ks, const Run& run,
                           const JobBoard::Tell& tell);
  [[nodiscard]] Json methods(const Json& policy, const std::vector<std::string>& methods,
                             const Run& run, const JobBoard::Tell& tell);

  // Makes the release. `wishes`: {"keep_order", "drop_suppressed", "queries", "classify"}.
  [[nodiscard]] Json release(const Json& wishes, const Run& run, const JobBoard::Warned& warned);
  // Records of the original beside those of the release, class by class.
  [[nodiscard]] Json compare(std::size_t from, std::size_t count) const;
  // {"age": "34", ...}: whom that finds, in the original and in the last release.
  [[nodiscard]] Json who(const Json& known, const Run& run);

  [[nodiscard]] std::optional<std::string> table_path() const;

  // What a page wants to find again after a reload: which jobs it showed, what was chosen. It is
  // gone when another table is opened. Throws Error{Usage} for more than a page may keep.
  void keep_note(const std::string& name, const Json& value);

 private:
  struct OpenTable;
  struct Released;
  [[nodiscard]] std::shared_ptr<const OpenTable> table() const;
  [[nodiscard]] std::string write_policy(const Json& policy) const;
  [[nodiscard]] job::PreviewAnswer ask(const Json& policy, const Run& run);
  // A row of questions waits while somebody turns a dial.
  void let_previews_pass(const Run& run) const;

  Workroom& room_;
  EventLog& events_;
  const Catalog& catalog_;
  std::string preview_policy_;  // the file that questions are read from

  mutable std::mutex mutex_;  // of what follows
  std::shared_ptr<const OpenTable> table_;
  Json policy_ = Json::object();
  std::shared_ptr<const Released> released_;
  Json notes_ = Json::object();
  std::size_t opened_ = 0;  // tables, so that a page knows another one of the same name
  std::shared_ptr<std::atomic<bool>> overtaken_;  // of the preview that is running

  std::atomic<int> previews_ = 0;  // that run or wait
  std::mutex asking_;              // of the preview; taken before mutex_
  job::ReleasePreview preview_;
};

}  // namespace privet::studio
