#compdef phidelta
# Completion of phidelta for zsh. Load it with: source <(phidelta completions zsh), after compinit; or write it to the
# file _phidelta in a directory of $fpath.

_phidelta() {
    local line text help prefix
    local -a found shown arguments
    # The word at the cursor ends there.
    arguments=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    for line in "${(@f)$(${(Q)words[1]} complete-word -- "${arguments[@]}" 2>/dev/null)}"; do
        case $line in
        $'\tfiles\t'*)
            prefix=${line#$'\tfiles\t'}
            compset -P "${(b)prefix}"
            _files
            return
            ;;
        $'\tdirectories\t'*)
            prefix=${line#$'\tdirectories\t'}
            compset -P "${(b)prefix}"
            _files -/
            return
            ;;
        ?*)
            text=${line%%$'\t'*}
            help=${line#*$'\t'}
            found+=("$text")
            shown+=("${text}${help:+  -- $help}")
            ;;
        esac
    done
    (($#found)) || return 1
    local -a single assigned descriptions
    integer i
    for ((i = 1; i <= $#found; i++)); do
        if [[ $found[i] == *[=:] ]]; then assigned+=("$found[i]"); else
            single+=("$found[i]")
            descriptions+=("$shown[i]")
        fi
    done
    (($#assigned)) && compadd -S '' -- "${assigned[@]}"
    (($#single)) && compadd -l -d descriptions -- "${single[@]}"
    return 0
}

if [[ $funcstack[1] == _phidelta ]]; then
    _phidelta "$@"
else
    compdef _phidelta phidelta
fi
