// SPDX-License-Identifier: Apache-2.0
// What the parties of a job sign before it runs, and what each said of itself before that.
// Idea: every party decides by itself and says so with a fresh nonce, the fingerprint of its
// columns, and a commitment to its data (a hash with a secret salt: nothing can be recognised by
// it, but the party can be held to it). The agreement is one document of all of that, the job, the
// run, the version, the referees and the forecast. All sign its hash with the keys of their
// identities under a context of its own, and the session compares it once more
// (session/agreement.h).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "party/identity/peers.h"
#include "party/proposal/proposal.h"

namespace privet::party {

struct Decision {
  bool approved = false;
  bool waits = false;  // for a person
  std::string reason = {};
  std::string nonce = {};
  std::string schema = {};  // federation::schema_fingerprint() of its part
  std::string data = {};    // commitment_to_data()
  std::string audit = {};   // head of its audit log
};
[[nodiscard]] Json json_of(const Decision& decision);
[[nodiscard]] Decision decision_of(const Json& json);

[[nodiscard]] std::string commitment_to_data(std::string_view salt, std::string_view fingerprint);

// What the run will open, as a text that all parties compute alike.
[[nodiscard]] std::string forecast_text(const federation::Job& job);

struct AgreementParts {
  std::string job;  // its id
  std::string run;
  Proposal proposal;
  std::map<std::string, Decision> decisions;        // by party
  std::map<std::string, std::string> fingerprints;  // of certificates, by party
};
[[nodiscard]] Json make_agreement(const AgreementParts& parts);
[[nodiscard]] std::string agreement_digest(const Json& agreement);
// The job as the session runs it.
[[nodiscard]] federation::Job job_of(const Proposal& proposal, const Json& agreement);

[[nodiscard]] std::string sign_agreement(const net::Identity& identity, const Json& agreement);
[[nodiscard]] bool signed_agreement(const std::string& certificate, const Json& agreement,
                                    std::string_view signature);

}  // namespace privet::party
