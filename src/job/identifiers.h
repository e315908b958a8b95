// SPDX-License-Identifier: Apache-2.0
// What a release shows of its identifiers: nothing or keyed pseudonyms. (Masks make an identifier a
// quasi-identifier: job/masks.h.)
// Idea: the key of the pseudonyms lies in a file locked with a passphrase. Where the file does not
// exist, a fresh key is made, and the file is written just before the release appears: no pseudonym
// exists whose key is lost, and a run that fails leaves no key behind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crypto/pseudonym.h"
#include "job/passphrase.h"
#include "job/prepare.h"

namespace privet {

// --pseudonym and --mask; in a policy they are keys of the column.
[[nodiscard]] std::vector<Parameter> identifier_parameters();
// --key, which may also stand in a policy's sections.
[[nodiscard]] std::vector<Parameter> key_parameters();

// A key file that is to be written.
struct PendingKey {
  std::string path;
  std::vector<std::byte> sealed;
};

// The columns that are to get pseudonyms, or in a released table have them.
[[nodiscard]] std::vector<AttributeId> pseudonym_columns(const PreparedTable& prepared,
                                                         const Settings& settings,
                                                         const std::optional<Policy>& policy);

// The key of --key, opened when it is first needed; a fresh one if the file does not exist.
class ReleaseKey {
 public:
  // All must outlive the key.
  ReleaseKey(const Settings& settings, const PassphraseSource& passphrase)
      : settings_(settings), passphrase_(passphrase) {}

  // Throws Error{Usage} at `wanted`, which needs the key for `purpose`, if no file is named.
  [[nodiscard]] const crypto::PseudonymKey& open(std::string_view purpose, const Place& wanted);
  // Throws Error{Usage} if a key is named that nothing needs.
  void refuse_unused() const;
  // The key file to write if the key is fresh.
  [[nodiscard]] const std::optional<PendingKey>& pending() const { return pending_; }

 private:
  const Settings& settings_;
  const PassphraseSource& passphrase_;
  std::optional<crypto::PseudonymKey> key_;
  std::optional<PendingKey> pending_;
};

// Gives the columns that flags or the policy name the role of an identifier and says how they are
// shown. Throws Error{Usage} for a column with another role and for pseudonyms without a key file.
void show_identifiers(PreparedTable& prepared, const Settings& settings,
                      const std::optional<Policy>& policy, ReleaseKey& key, const Run& run);

// The table with the pseudonyms of these columns turned back. Throws Error{Input} at `file` where a
// cell is not a pseudonym of this key; missing values stay.
[[nodiscard]] Table reverse_pseudonyms(const Table& table, const std::string& file,
                                       const std::vector<AttributeId>& columns,
                                       const crypto::PseudonymKey& key);

}  // namespace privet
