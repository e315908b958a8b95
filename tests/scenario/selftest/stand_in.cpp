// SPDX-License-Identifier: Apache-2.0
// Stands in for the program when the scenario runner is tested: does what its arguments say, one
// after another.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace {

volatile std::sig_atomic_t interrupted = 0;

int write_file(const std::string& name, const std::string& text) {
  std::ofstream out(name, std::ios::binary);
  if (!(out << text).flush()) {
    std::cerr << "privet: " << name << ": cannot be written\n";
    return 2;
  }
  return 0;
}

int work_until_interrupted(const std::string& staged) {
  std::signal(SIGINT, [](int) { interrupted = 1; });
  write_file(staged, "half");
  while (interrupted == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::remove(staged.c_str());
  std::cerr << "privet: interrupted\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string verb = words.empty() ? "" : words[0];
  if (verb == "print" && words.size() > 1) {
    for (std::size_t i = 1; i < words.size(); ++i) std::cout << '[' << words[i] << "]\n";
    return 0;
  }
  if (verb == "cat") {
    std::cout << std::string(std::istreambuf_iterator<char>(std::cin), {});
    return 0;
  }
  if (verb == "fail" && words.size() == 3) {
    std::cerr << "privet: " << words[2] << '\n';
    return std::atoi(words[1].c_str());
  }
  if (verb == "write" && words.size() == 3) return write_file(words[1], words[2]);
  if (verb == "fill" && words.size() == 3) {
    return write_file(words[1], std::string(std::stoul(words[2]), 'x'));
  }
  if (verb == "remove" && words.size() == 2) return std::remove(words[1].c_str());
  if (verb == "work" && words.size() == 2) return work_until_interrupted(words[1]);
  if (verb == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  return 4;
}
