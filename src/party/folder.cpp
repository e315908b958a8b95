// SPDX-License-Identifier: Apache-2.0
#include "party/folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/run.h"
#include "data/file_bytes.h"
#include "party/words.h"

namespace privet::party {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConfig =
    R"(# Who this party is and what it has. After a change: privet party reload.

name = "{name}"                  # as its certificate says; never changes

[listen]
host = "{host}"
port = {port}                    # 0: any free one
address = "{address}"            # HOST:PORT, as the other parties reach it

[jobs]
at_once = 2                     # jobs that run here at the same time
threads = 1                     # of each
meeting_seconds = 60            # for all parties of a job to connect
message_seconds = 600           # for one message of another party
running_hours = 24              # for a whole job
silence_seconds = 30            # after which a party that cannot be reached ends a job
decision_days = 7               # after which a job that was not decided is dropped

[log]
level = "info"                  # error, warn, info or debug

# A JSON interface for programs of this machine: on 127.0.0.1 only, with the token in http.token.
#
# [http]
# port = 7526                   # 0: any free one

# A table for jobs, under a name. Files are looked for beside this file.
#
# [tables.patients]
# file = "patients.csv"         # CSV, TSV, ARFF, gzip of these, SQLite
# columns = ["age", "sex"]      # those that jobs may use; all if it is left out
#
# [tables.visits]
# file = "clinic.sqlite"
# query = "SELECT * FROM visits WHERE year = 2026"      # or: table = "visits"
#
# [tables.labs]
# postgres = "host=/run/postgresql dbname=labs"         # a connection string of libpq
# query = "SELECT id, glucose FROM labs"
# seconds = 45                  # for the whole reading
)";

constexpr std::string_view kPolicy =
    R"(# What others may ask of this party. After a change: privet party reload.
# A job is judged on its forecast before it runs: the rules are tried in their order, and the first
# that fits decides. A job that no rule fits is refused, with the reason of each rule.
# Every key of a rule narrows it; what a rule leaves out it does not ask for, except trust and weak,
# which are as strict as below. A rule that decides never holds if one peer or column is among its own.
#
# [[rule]]
# decide = "ask"                        # automatic, ask (a person: privet job approve) or never
# peers = ["hospital-b", "insurer"]     # all other parties of the job are among these
# tasks = ["mine tree"]                 # as privet rehearse names them
# splits = ["vertical"]
# tables = ["patients"]
# columns = ["age", "sex", "outcome"]   # of the table; the key column of a job too
# protocols = ["shares"]
# trust = ["protocol"]                  # add honest-majority to rely on two other parties
# weak = false                          # true: also protocols that are known to be weak
# rows = 100                            # the table has at least this many
# at_least = { k = 5 }                # parameters of the task, given or by default
# jobs_per_day = 10                     # that name this party's tables, of each asking party
# values = 100000                       # opened about the table to one party, over all jobs so far
# open_ended = false                    # true: also by itself if a run must show how many; counted after it
# opens = [                             # which openings about this party's data; all if left out
#   { what = "*", to = ["hospital-b"], most = 1000 },
# ]

[show]                                  # what peers see of the catalogue
tables = []                             # names, as in config.toml; "*" for all
columns = false                         # with names and types of columns
rows = false                            # with numbers of rows
)";

}  // namespace

void make_party(const Folder& folder, const NewParty& party) {
  check_party_name(party.name);
  std::error_code failed;
  if (fs::exists(folder.config(), failed) || fs::exists(folder.key(), failed)) {
    throw Error(ErrorCode::Usage, "there is a party already; take another folder",
                {.file = folder.root});
  }
  fs::create_directories(folder.root, failed);
  if (failed) {
    throw Error(ErrorCode::Output, fmt::format("cannot be made: {}", failed.message()),
                {.file = folder.root});
  }
  fs::permissions(folder.root, fs::perms::owner_all, failed);
  write_identity(folder,
                 net::make_identity(party.name, std::chrono::hours(24 * 365) * party.years));
  const auto address =
      party.address.empty() ? fmt::format("{}:{}", party.host, party.port) : party.address;
  AtomicFile config(folder.config(), AtomicFile::Access::OwnerOnly);
  std::string text(kConfig);
  const auto put = [&](std::string_view name, const std::string& value) {
    text.replace(text.find(name), name.size(), value);
  };
  put("{name}", party.name);
  put("{host}", party.host);
  put("{port}", std::to_string(party.port));
  put("{address}", address);
  config.write(text);
  AtomicFile policy(folder.policy(), AtomicFile::Access::OwnerOnly);
  policy.write(kPolicy);
  config.commit();
  policy.commit();
}

net::Identity read_identity(const Folder& folder) {
  struct stat status{};
  if (::stat(folder.key().c_str(), &status) != 0) {
    throw Error(ErrorCode::Input, "there is no party here; make one with 'privet party init'",
                {.file = folder.root});
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw Error(ErrorCode::Input,
                "others than the owner can use this private key: chmod 600 it, and if somebody may "
                "have read it make another with 'privet party renew'",
                {.file = folder.key()});
  }
  const Run run;
  net::Identity out{std::string(FileBytes(folder.certificate(), run).view()),
                    std::string(FileBytes(folder.key(), run).view())};
  (void)net::fingerprint(out.certificate);
  return out;
}

void write_identity(const Folder& folder, const net::Identity& identity) {
  AtomicFile key(folder.key(), AtomicFile::Access::OwnerOnly);
  key.write(identity.key.text());
  AtomicFile certificate(folder.certificate());
  certificate.write(identity.certificate);
  key.commit();
  certificate.commit();
}

}  // namespace privet::party
