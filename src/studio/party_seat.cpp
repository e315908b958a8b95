// SPDX-License-Identifier: Apache-2.0
#include "studio/party_seat.h"

#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "party/wire/wire.h"

namespace privet::studio {
namespace {

using namespace std::chrono_literals;

Json ask(const party::Folder& folder, const Json& request,
         std::chrono::milliseconds timeout = 20s) {
  const std::string socket = folder.control();
  // Said in the page's words: there is no flag here.
  std::error_code ignored;
  if (!std::filesystem::is_socket(socket, ignored)) {
    throw Error(ErrorCode::Usage,
                "no daemon of a party answers in this folder; start it with 'privet party serve'",
                {.file = folder.root});
  }
  return party::ask_daemon(socket, request, timeout);
}

}  // namespace

party::Folder PartySeat::folder() const {
  const std::lock_guard lock(mutex_);
  return folder_;
}

void PartySeat::sit(const std::string& folder) {
  party::Folder wanted{std::filesystem::absolute(folder).lexically_normal().string()};
  static_cast<void>(ask(wanted, {{"do", "status"}}));
  const std::lock_guard lock(mutex_);
  folder_ = std::move(wanted);
}

Json PartySeat::show() const {
  const party::Folder here = folder();
  Json out{{"folder", here.root}};
  try {
    out["status"] = ask(here, {{"do", "status"}});
    out["jobs"] = ask(here, {{"do", "list"}}).at("jobs");
  } catch (const Error&) {  // it may be started later
    return {{"folder", here.root}};
  }
  return out;
}

Json PartySeat::job(const std::string& id) const {
  const party::Folder here = folder();
  Json out = ask(here, {{"do", "show"}, {"id", id}});
  if (out.at("state").text() == "done") {
    out["ledger"] = ask(here, {{"do", "ledger"}, {"id", id}}).at("ledger");
  }
  return out;
}

Json PartySeat::decide(const std::string& id, const std::string& what,
                       const std::string& reason) const {
  if (what != "approve" && what != "reject" && what != "cancel") {
    throw Error(ErrorCode::Usage, "a job is approved, rejected or cancelled");
  }
  Json request{{"do", what}, {"id", id}};
  if (what != "approve") request["reason"] = reason;
  return ask(folder(), request, 2min);
}

}  // namespace privet::studio
