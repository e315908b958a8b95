// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_file.h"

#include <sys/stat.h>

#include "base/atomic_file.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "crypto/sealed_file.h"
#include "data/file_bytes.h"

namespace privet::profile {
namespace {
constexpr const char* kFormat = "privet profile";
constexpr int kVersion = 1;
constexpr std::string_view kSealMark = "PRVTSEAL";

Json nodes_json(const Profile& profile) {
  std::vector<std::uint32_t> level(profile.nodes.size(), 0);
  Json out = Json::array();
  for (NodeId id = 0; id < profile.nodes.size(); ++id) {
    const auto& node = profile.nodes[id];
    if (id > 0) level[id] = level[node.parent] + 1;
    out.push_back(Json::array({level[id], node.support, node.terms}));
  }
  return out;
}

// Parents and ends from levels; a level may exceed the one before by one at most.
void read_nodes(const Json& object, Profile& profile) {
  std::vector<NodeId> path;
  each_at(object, "nodes", [&](const Json& entry) {
    const auto level = whole_number<std::size_t>(entry.at(0), "the level");
    const auto id = static_cast<NodeId>(profile.nodes.size());
    if (level > path.size() || (level == 0) != (id == 0)) {
      throw Error(ErrorCode::Input, "the level is out of order");
    }
    for (; path.size() > level; path.pop_back()) profile.nodes[path.back()].end = id;
    profile.nodes.push_back({.parent = path.empty() ? NodeId{0} : path.back(),
                             .end = id + 1,
                             .terms = whole_numbers<TermId>(entry.at(2), "terms"),
                             .support = entry.at(1).get<double>()});
    path.push_back(id);
  });
  for (const NodeId id : path) profile.nodes[id].end = static_cast<NodeId>(profile.nodes.size());
}

void warn_if_others_read(const std::string& path, const Run& run) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  if ((status.st_mode & (S_IRGRP | S_IROTH)) == 0) return;
  run.warn(path + " can be read by other users of this machine; chmod 600 keeps it private");
}

}  // namespace

std::string profile_json(const Profile& profile) {
  Json terms = Json::array();
  for (const auto& term : profile.terms) terms.push_back(Json::array({term.stem, term.shown}));
  const Json object{
      {"format", kFormat},           {"version", kVersion},    {"language", profile.language},
      {"minsup", profile.minsup},    {"delta", profile.delta}, {"terms", std::move(terms)},
      {"nodes", nodes_json(profile)}};
  return object.dump() + "\n";
}

Profile parse_profile(std::string_view bytes, const std::string& name) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::Input, why, {.file = name});
  };
  Profile out;
  try {
    const Json object = Json::parse(bytes);
    if (!object.is_object() || !object.contains("format") || object.at("format") != kFormat) {
      refuse("is not a profile; 'privet profile build' makes one");
    }
    if (object.at("version") != kVersion) {
      refuse("is of another version of the format; build the profile again");
    }
    out.language = object.at("language").get<std::string>();
    out.minsup = whole_at<std::uint64_t>(object, "minsup");
    out.delta = object.at("delta").get<double>();
    for (const auto& term : object.at("terms")) {
      out.terms.push_back({term.at(0).get<std::string>(), term.at(1).get<std::string>()});
    }
    read_nodes(object, out);
    check_profile(out);
  } catch (const JsonError&) {
    refuse("is not a profile, or is damaged; 'privet profile build' makes one");
  } catch (const Error& fault) {
    if (fault.code() == ErrorCode::Internal) {
      refuse("is damaged: its supports or its nodes do not fit together; build the profile again");
    }
    throw Error(fault.code(), fault.message(), {.file = name});
  }
  return out;
}

void write_profile(const Profile& profile, const std::string& path,
                   const std::optional<std::string_view>& passphrase, const Run& run) {
  const std::string text = profile_json(profile);
  if (passphrase) {
    crypto::write_sealed_file(path, std::as_bytes(std::span(text)), *passphrase,
                              crypto::SealCost::Moderate, [&] { run.check_cancelled(); });
    return;
  }
  AtomicFile file(path, AtomicFile::Access::OwnerOnly);
  file.write(text);
  file.commit();
}

bool is_locked(const std::string& path, const Run& run) {
  const FileBytes file(path, run);
  return file.view().starts_with(kSealMark);
}

Profile read_profile(const std::string& path, const std::optional<std::string_view>& passphrase,
                     const Run& run) {
  warn_if_others_read(path, run);
  const FileBytes file(path, run);
  const bool locked = file.view().starts_with(kSealMark);
  if (locked != passphrase.has_value()) {
    throw Error(ErrorCode::Usage,
                path + (locked ? " is locked with a passphrase; give it by --passphrase-file"
                               : " is not locked; leave the passphrase out"),
                {.parameter = "--passphrase-file"});
  }
  if (!locked) return parse_profile(file.view(), path);
  const auto content = crypto::unseal(std::as_bytes(std::span(file.view())), *passphrase, path);
  return parse_profile({reinterpret_cast<const char*>(content.bytes().data()), content.size()},
                       path);
}

}  // namespace privet::profile
