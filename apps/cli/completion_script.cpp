// SPDX-License-Identifier: Apache-2.0
// What the shells run when a line is completed: each hands the words to the program and shows its
// candidates in its own way.
#include "apps/cli/complete.h"

namespace privet::cli {
namespace {

constexpr std::string_view kBash =
    R"sh(# bash completion of privet; written by 'privet help --write-completion bash'
_privet() {
  local word note current=${COMP_WORDS[COMP_CWORD]}
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS=$'\t' read -r word note; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      continue
    fi
    # bash has put --name= on the line already
    [[ $word == --*=* && $current != --* ]] && word=${word#*=}
    [[ $word == *= ]] && compopt -o nospace 2>/dev/null
    COMPREPLY+=("$(printf '%q' "$word")")
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _privet privet
)sh";

constexpr std::string_view kZsh = R"sh(#compdef privet
# zsh completion of privet; written by 'privet help --write-completion zsh'
_privet() {
  local line word note
  local -a found
  for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    word=${line%%$'\t'*}
    if [[ $word == :files ]]; then
      _files
      continue
    fi
    note=
    [[ $line == *$'\t'* ]] && note=${line#*$'\t'}
    found+=("${word//:/\\:}${note:+:$note}")
  done
  (( $#found )) && _describe -t values privet found
}
_privet "$@"
)sh";

constexpr std::string_view kFish =
    R"sh(# fish completion of privet; written by 'privet help --write-completion fish'
function __privet_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c privet -f -a '(__privet_complete)'
)sh";

}  // namespace

std::string_view completion_script(std::string_view shell) {
  return shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish;
}

}  // namespace privet::cli
