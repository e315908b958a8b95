// SPDX-License-Identifier: Apache-2.0
#include "party/proposal/agreement.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "base/error.h"
#include "base/version.h"
#include "crypto/sha256.h"
#include "federation/tasks.h"
#include "net/signature.h"

namespace privet::party {
namespace {

constexpr std::string_view kAgreement = "privet job agreement 1";

}  // namespace

Json json_of(const Decision& decision) {
  return {{"approved", decision.approved}, {"waits", decision.waits},   {"reason", decision.reason},
          {"nonce", decision.nonce},       {"schema", decision.schema}, {"data", decision.data},
          {"audit", decision.audit}};
}

Decision decision_of(const Json& json) {
  Decision out{json.at("approved").get<bool>(), json.at("waits").get<bool>(),
               json.at("reason").text(),        json.at("nonce").text(),
               json.at("schema").text(),        json.at("data").text(),
               json.at("audit").text()};
  constexpr std::size_t kLongest = 2000;
  for (const auto* text : {&out.reason, &out.nonce, &out.schema, &out.data, &out.audit}) {
    if (text->size() > kLongest) throw Error(ErrorCode::Input, "a decision that is too long");
  }
  return out;
}

std::string commitment_to_data(std::string_view salt, std::string_view fingerprint) {
  return crypto::sha256_hex(fmt::format("privet data commitment 1 {} {}", salt, fingerprint));
}

std::string forecast_text(const federation::Job& job) {
  std::string out;
  for (const auto& item : federation::forecast_of(job)) {
    out += fmt::format("{}|{}|{}|{}|{}|{}|{}\n", item.label, item.subject.text(),
                       item.recipient.index(), item.most.text(),
                       item.kind == protocol::Kind::Masked ? "masked" : "opened",
                       item.occurs == protocol::Occurs::Always ? "always" : "sometimes",
                       item.about == protocol::About::All ? "all" : "some");
  }
  return out;
}

Json make_agreement(const AgreementParts& parts) {
  const auto& job = parts.proposal.job;
  const auto task = federation::find_task(job.task, job.split);
  Json parties = Json::object();
  for (const auto& [name, decision] : parts.decisions) {
    parties[name] = Json{{"audit", decision.audit},
                         {"certificate", parts.fingerprints.at(name)},
                         {"data", decision.data},
                         {"nonce", decision.nonce},
                         {"schema", decision.schema}};
  }
  return Json{{"document", document_of(parts.proposal)},
              {"forecast", crypto::sha256_hex(forecast_text(job))},
              {"job", parts.job},
              {"parties", parties},
              {"referees", task.referees(job)},
              {"run", parts.run},
              {"version", kVersion}}
      .sorted();
}

std::string agreement_digest(const Json& agreement) {
  return crypto::sha256_hex(agreement.sorted().dump());
}

federation::Job job_of(const Proposal& proposal, const Json& agreement) {
  auto out = proposal.job;
  out.run = agreement.at("run").text();
  for (const auto& party : proposal.parties) {
    out.schemas.push_back(agreement.at("parties").at(party).at("schema").text());
  }
  return out;
}

std::string sign_agreement(const net::Identity& identity, const Json& agreement) {
  return net::sign(identity, kAgreement, agreement_digest(agreement));
}

bool signed_agreement(const std::string& certificate, const Json& agreement,
                      std::string_view signature) {
  return net::verify(certificate, kAgreement, agreement_digest(agreement), signature);
}

}  // namespace privet::party
