// SPDX-License-Identifier: Apache-2.0
// A method that can tell of its search.
#pragma once

#include "anonymize/full_domain/search_account.h"
#include "anonymize/problem.h"

namespace privet {

class AccountingAnonymizer : public Anonymizer {
 public:
  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const final {
    SearchAccount account;
    return search(problem, run, account);
  }
  [[nodiscard]] virtual Recoding search(const Problem& problem, const Run& run,
                                        SearchAccount& account) const = 0;
};

}  // namespace privet
