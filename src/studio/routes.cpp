// SPDX-License-Identifier: Apache-2.0
#include "studio/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.h"
#include "catalog/catalog.h"
#include "data/postgres/postgres_place.h"
#include "report/page/page_style.h"
#include "studio/assets.h"
#include "studio/commands.h"

namespace privet::studio {
namespace {

// What a run has warned of; files of the room are known by their names.
JobBoard::Warned said_in(const Workroom& room, JobBoard::Warned warned) {
  return [&room, warned = std::move(warned)] {
    auto out = warned();
    for (auto& text : out) text = room.without_folder(std::move(text));
    return out;
  };
}

namespace fs = std::filesystem;

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::Input:
      return 400;
    case ErrorCode::Infeasible:
    case ErrorCode::Policy:
      return 422;
    case ErrorCode::Interrupted:
      return 409;
    default:
      return 500;
  }
}

Reply refusal(int status, std::string_view message) {
  return {.status = status, .body = Json{{"error", {{"message", message}}}}.dump()};
}

std::size_t number(const Request& request, const std::string& name, std::size_t otherwise) {
  const auto text = request.query(name);
  if (!text) return otherwise;
  std::size_t out = 0;
  const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), out);
  if (fault != std::errc() || end != text->data() + text->size()) {
    throw Error(ErrorCode::Usage, "must be a whole number", {.parameter = name});
  }
  return out;
}

std::string required(const Request& request, const std::string& name) {
  if (auto text = request.query(name)) return *text;
  throw Error(ErrorCode::Usage, "is missing", {.parameter = name});
}

const Json& member(const Json& object, std::string_view name) {
  if (const Json* found = object.find(name)) return *found;
  throw Error(ErrorCode::Usage, "is missing", {.parameter = std::string(name)});
}

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorCode::Input, "cannot be read", {.file = path});
  return {std::istreambuf_iterator<char>(in), {}};
}

// A report's own style and script, and nothing else; in a frame that has no rights here.
std::string report_policy() {
  return fmt::format(
      "sandbox allow-scripts; default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      page_style_hash(), page_script_hash());
}

std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// How a table is called: by its file, without folders, or by its table of a database.
std::string table_name(const std::string& path) {
  if (is_postgres(path)) {
    const PostgresPlace place = parse_postgres_place(path);
    return place.table.empty() ? "query" : place.table;
  }
  return file_name(path);
}

// The texts of a value: one, or several of a list.
std::vector<std::string> texts_of(const Json& value) {
  if (value.is_array()) {
    std::vector<std::string> out;
    for (const auto& item : value) {
      for (auto& text : texts_of(item)) out.push_back(std::move(text));
    }
    return out;
  }
  if (value.is_string()) return {value.text()};
  if (value.is_boolean()) {
    return value.get<bool>() ? std::vector<std::string>{"true"} : std::vector<std::string>{};
  }
  return {value.dump()};
}

// What the words of a command line would be, for commands whose settings depend on them.
std::vector<std::string> words_of(const Json& settings) {
  std::vector<std::string> out;
  for (const auto& [name, value] : settings.items()) {
    if (name == "file" || name == "task") continue;
    for (const auto& text : texts_of(value)) {
      out.push_back("--" + name);
      out.push_back(text);
    }
  }
  if (const Json* task = settings.find("task")) {
    for (const auto& text : texts_of(*task)) out.push_back(text);
  }
  return out;
}

}  // namespace

std::string_view pages_policy() noexcept {
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
         "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
}

Routes::Routes(const Catalog& catalog)
    : catalog_(catalog), desk_(room_, events_, catalog), jobs_(events_) {}

void Routes::open(const std::string& path, const std::optional<std::string>& policy) {
  static_cast<void>(start_open(path, table_name(path), false, policy));
}

std::uint64_t Routes::start_open(const std::string& path, const std::string& name, bool uploaded,
                                 const std::optional<std::string>& policy) {
  // What is read from standard input could not be read again for the release.
  if (path == "-") {
    throw Error(ErrorCode::Usage, "the studio reads its table more than once, so it needs a file");
  }
  return jobs_.start("open", [=, this](const Run& run, const auto&, const auto&) {
    try {
      desk_.open(path, name, uploaded, policy, run);
    } catch (...) {
      if (uploaded) room_.remove(path);
      throw;
    }
    return Json{{"name", name}};
  });
}

Reply Routes::answer(const Request& request) {
  try {
    if (request.method == "GET") return get(request);
    return {.body = post(request).dump()};
  } catch (const Error& error) {
    return {.status = status_of(error.code()), .body = Json{{"error", error_json(error)}}.dump()};
  } catch (const std::exception& error) {
    return {.status = 500, .body = Json{{"error", error_json(error)}}.dump()};
  }
}

Reply Routes::get(const Request& request) {
  const std::string& target = request.target;
  if (target.empty() || target.starts_with("assets/")) {
    const auto name =
        target.empty() ? std::string_view("index.html") : std::string_view(target).substr(7);
    if (name == "report.css") {  // the reports' own: both look alike
      return {.type = "text/css; charset=utf-8", .body = std::string(page_style())};
    }
    const Asset* asset = find_asset(name);
    if (asset == nullptr) return refusal(404, "There is no such page.");
    return {.type = std::string(content_type(name)), .body = std::string(asset->bytes)};
  }
  if (target == "api/state") return {.body = desk_.state().dump()};
  if (target == "api/catalog") return {.body = catalog_json().dump()};
  if (target == "api/rows") {
    return {.body = desk_.rows(number(request, "from", 0), number(request, "count", 50)).dump()};
  }
  if (target == "api/compare") {
    return {.body = desk_.compare(number(request, "from", 0), number(request, "count", 50)).dump()};
  }
  if (target == "api/column") return {.body = desk_.column(required(request, "name")).dump()};
  if (target == "api/policy.toml") {
    return {.type = "text/plain; charset=utf-8",
            .body = desk_.policy_toml(),
            .download = "policy.toml"};
  }
  if (target == "api/values") return {.body = desk_.values(required(request, "name")).dump()};
  if (target == "api/party") return {.body = party_.show().dump()};
  if (target == "api/party/job") return {.body = party_.job(required(request, "id")).dump()};
  if (target == "api/jobs") return {.body = jobs_.list().dump()};
  if (target == "api/job") {
    const Json job = jobs_.show(number(request, "id", 0));
    return job.is_null() ? refusal(404, "There is no such job.") : Reply{.body = job.dump()};
  }
  if (target == "api/command") {
    const auto& command = find_command(required(request, "name"));
    auto parameters = command.parameters();
    if (const auto task = request.query("task"); task && command.more != nullptr) {
      std::vector<std::string> words = split_list(*task, ' ');
      for (auto& more : command.more(words)) parameters.push_back(more);
    }
    return {.body = parameters_json(parameters).dump()};
  }
  for (const std::string_view kind : {"files/", "pages/"}) {
    if (!target.starts_with(kind)) continue;
    const std::string name = target.substr(kind.size());
    const auto path = room_.find(name);
    if (!path) return refusal(404, "There is no such file.");
    if (kind == "pages/") {
      if (!name.ends_with(".html")) return refusal(404, "There is no such page.");
      return {
          .type = "text/html; charset=utf-8", .body = file_bytes(*path), .policy = report_policy()};
    }
    return {.type = "application/octet-stream", .body = file_bytes(*path), .download = name};
  }
  return refusal(404, "There is no such page.");
}

Json Routes::post(const Request& request) {
  if (request.target == "api/upload") {
    const std::string name = fs::path(request.upload).filename().string();
    if (request.query("as") != "table") return {{"name", name}};
    return {{"job", start_open(request.upload, file_name(required(request, "name")), true, {})}};
  }
  const Json body = Json::parse(request.body);
  if (request.target == "api/open") {
    const std::string path = member(body, "path").text();
    std::optional<std::string> policy;
    if (const Json* given = body.find("policy")) policy = given->text();
    return {{"job", start_open(path, table_name(path), false, policy)}};
  }
  if (request.target == "api/policy") {
    desk_.set_policy(body);
    return Json::object();
  }
  if (request.target == "api/preview") return desk_.preview(body);
  if (request.target == "api/levels") {
    return desk_.levels(member(body, "column").text(), member(body, "hierarchy"));
  }
  if (request.target == "api/who") return desk_.who(member(body, "known"), Run());
  if (request.target == "api/start") return start(body);
  if (request.target == "api/note") {
    desk_.keep_note(member(body, "name").text(), member(body, "value"));
    return Json::object();
  }
  if (request.target.starts_with("api/party")) return post_party(request.target, body);
  if (request.target == "api/cancel") {
    jobs_.cancel(member(body, "job").get<std::uint64_t>());
    return Json::object();
  }
  throw Error(ErrorCode::Usage, "there is nothing of this name to do");
}

Json Routes::post_party(const std::string& target, const Json& body) {
  if (target == "api/party") {
    party_.sit(member(body, "folder").text());
    return party_.show();
  }
  if (target == "api/party/decide") {
    const Json* reason = body.find("reason");
    return party_.decide(member(body, "id").text(), member(body, "what").text(),
                         reason != nullptr ? reason->text() : "");
  }
  throw Error(ErrorCode::Usage, "there is nothing of this name to do");
}

Json Routes::start(const Json& asked) {
  const std::string what = member(asked, "what").text();
  std::uint64_t job = 0;
  if (what == "release") {
    job = jobs_.start(what,
                      [this, asked](const Run& run, const auto&, const JobBoard::Warned& warned) {
                        return desk_.release(asked, run, said_in(room_, warned));
                      });
  } else if (what == "sweep") {
    const auto ks = member(asked, "k").get<std::vector<std::size_t>>();
    job = jobs_.start(what, [this, asked, ks](const Run& run, const auto& tell, const auto&) {
      return desk_.sweep(asked.at("policy"), ks, run, tell);
    });
  } else if (what == "methods") {
    const auto methods = member(asked, "methods").get<std::vector<std::string>>();
    job = jobs_.start(what, [this, asked, methods](const Run& run, const auto& tell, const auto&) {
      return desk_.methods(asked.at("policy"), methods, run, tell);
    });
  } else if (what == "command") {
    job = start_command(asked);
  } else {
    throw Error(ErrorCode::Usage, "there is no such job");
  }
  return {{"job", job}};
}

std::uint64_t Routes::start_command(const Json& asked) {
  const StudioCommand& command = find_command(member(asked, "command").text());
  const Json& given = member(asked, "settings");
  auto parameters = command.parameters();
  if (command.more != nullptr) {
    for (auto& more : command.more(words_of(given))) parameters.push_back(more);
  }
  Settings settings(parameters);
  Json files = Json::object();
  for (const auto& [name, value] : given.items()) {
    const Parameter* parameter = settings.find(name);
    const bool file = parameter != nullptr && parameter->kind == ParameterKind::File;
    const bool written =
        std::find(command.written.begin(), command.written.end(), name) != command.written.end();
    for (std::string text : texts_of(value)) {
      if (written) {
        text = room_.fresh(text);
        files[name] = fs::path(text).filename().string();
      } else if (file && text.starts_with("work:")) {
        const auto path = room_.find(text.substr(5));
        if (!path) throw Error(ErrorCode::Usage, "there is no such file", {.parameter = name});
        text = *path;
      } else if (file && text == "table:") {
        const auto path = desk_.table_path();
        if (!path) throw Error(ErrorCode::Usage, "no table is open; open a file first");
        text = *path;
      } else if (file && text == "-") {
        throw Error(ErrorCode::Usage, "needs a file", {.parameter = name});
      }
      settings.add(name, text, {.parameter = "--" + name});
    }
  }
  if (settings.find("file") != nullptr && !settings.given("file")) {
    const auto path = desk_.table_path();
    if (!path) throw Error(ErrorCode::Usage, "no table is open; open a file first");
    settings.add("file", *path, {.parameter = "FILE"});
  }
  std::string passphrase;
  if (const Json* said = asked.find("passphrase")) passphrase = said->text();
  return jobs_.start(
      std::string(command.name), [this, settings, files, passphrase, &command](
                                     const Run& run, const auto&, const JobBoard::Warned& warned) {
        const PassphraseSource source = [&](const std::string&, bool, const auto& use) {
          if (passphrase.empty()) {
            throw Error(ErrorCode::Usage, "the key needs a passphrase; type one");
          }
          use(passphrase);
        };
        const CommandAnswer answer = command.run(settings, {run, source, said_in(room_, warned)});
        return Json{
            {"json", answer.json}, {"text", room_.without_folder(answer.text)}, {"files", files}};
      });
}

Json Routes::catalog_json() const {
  Json models = Json::array();
  for (const auto& entry : catalog_.models()) {
    models.push_back({{"name", entry.description->name},
                      {"summary", entry.description->summary},
                      {"parameters", parameters_json(entry.description->parameters)}});
  }
  Json methods = Json::array();
  for (const auto& entry : catalog_.methods()) {
    methods.push_back({{"name", entry.description->name},
                       {"summary", entry.description->summary},
                       {"parameters", parameters_json(entry.description->parameters)}});
  }
  return {{"models", std::move(models)}, {"methods", std::move(methods)}};
}

}  // namespace privet::studio
