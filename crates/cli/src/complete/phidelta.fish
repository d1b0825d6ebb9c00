# Completion of phidelta for fish. Load it with: phidelta completions fish | source; or write it to
# ~/.config/fish/completions/phidelta.fish

function __phidelta_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete-word -- $words[2..-1] "$current" 2>/dev/null)
        set -l fields (string split \t -- $line)
        switch "$fields[1]$fields[2]"
            case files directories
                set -l prefix "$fields[3]"
                set -l typed (string sub -s (math 1 + (string length -- "$prefix")) -- "$current")
                for name in (complete -C "__phidelta_files $typed" | string replace -r '\t.*' '')
                    if test "$fields[2]" = files; or string match -q '*/' -- $name
                        echo "$prefix$name"
                    end
                end
            case '*'
                echo $line
        end
    end
end

complete -c phidelta -e
complete -c phidelta -f -a '(__phidelta_complete)'
