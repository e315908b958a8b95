// SPDX-License-Identifier: Apache-2.0
// A seat at this machine's party: the jobs of its daemon, what each would tell whom, and a person's
// yes or no to them.
// Idea: the daemon is asked through the control socket in its folder, as the command line asks it,
// so it need not listen for this; whoever may open the socket may decide. Only what a person does
// with jobs can be said here: peers and keys are for the command line.
// Threads: any.
#pragma once

#include <mutex>
#include <string>

#include "base/json.h"
#include "party/folder.h"

namespace privet::studio {

class PartySeat {
 public:
  // At the folder that the commands about a party take if none is named.
  PartySeat() = default;

  // Another party. Throws Error{Usage} if no daemon answers there; the old one stays.
  void sit(const std::string& folder);
  // {"folder", "status", "jobs"}, without the last two while no daemon answers; never throws for
  // that.
  [[nodiscard]] Json show() const;
  // A job with its forecast, and with its ledger once it is done.
  [[nodiscard]] Json job(const std::string& id) const;
  // `what`: "approve", "reject" or "cancel"; the peers learn the reason.
  Json decide(const std::string& id, const std::string& what, const std::string& reason) const;

 private:
  [[nodiscard]] party::Folder folder() const;

  mutable std::mutex mutex_;
  party::Folder folder_{"party"};
};

}  // namespace privet::studio
