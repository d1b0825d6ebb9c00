# Completion of phidelta for bash 3.2 and later. Load it with: source <(phidelta completions bash)

_phidelta() {
    # Bash splits words at `:`, `=` and `@`, too: join what has no space between.
    local line=${COMP_LINE:0:COMP_POINT} words=() word i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -eq 0 || -z $line || $line == [[:space:]]* ]]; then
            line=${line#"${line%%[![:space:]]*}"}
            words+=("")
        fi
        # The last word ends at the cursor.
        [[ $line == "$word"* ]] || word=$line
        words[${#words[@]} - 1]+=$word
        line=${line#"$word"}
    done
    local current=${words[${#words[@]} - 1]}
    # What stands before the last break stays, and must not be in the answer.
    local kept=${current%"${current##*[$COMP_WORDBREAKS]}"}

    COMPREPLY=()
    local text kind prefix name
    while IFS= read -r text; do
        case $text in
        $'\tfiles\t'* | $'\tdirectories\t'*)
            text=${text#$'\t'}
            kind=${text%%$'\t'*}
            prefix=${text#*$'\t'}
            compopt -o filenames 2>/dev/null
            local action=-f
            [[ $kind == directories ]] && action=-d
            while IFS= read -r name; do
                name=$prefix$name
                COMPREPLY+=("${name#"$kept"}")
            done < <(compgen $action -- "${current#"$prefix"}")
            ;;
        *)
            text=${text%%$'\t'*}
            [[ $text == *[=:] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${text#"$kept"}")
            ;;
        esac
    done < <("${words[0]}" complete-word -- "${words[@]:1}" 2>/dev/null)
}

complete -F _phidelta phidelta
