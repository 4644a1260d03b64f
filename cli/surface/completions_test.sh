#!/bin/bash
# What bash, and fish where it is there, complete with the files that the program writes: completions_test.sh PROGRAM
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir sub
touch 'a file.cu' other.cu
failed=0

"$program" dev completions bash >bash.sh || exit 1
# shellcheck source=/dev/null
. ./bash.sh || exit 1

# expect LINE WANTED...: completing the last word of the line offers all of these; !WORD: and not this one.
expect() {
	local line=$1 word
	shift
	# as readline does it: "=" is a word of its own
	read -r -a COMP_WORDS <<<"${line//=/ = }"
	[[ $line == *' ' || $line == *= ]] && COMP_WORDS+=('')
	[[ $line == *= ]] && unset 'COMP_WORDS[-1]'
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_cudalint 2>/dev/null
	for word in "$@"; do
		local found
		found=$(printf '%s\n' "${COMPREPLY[@]}" | grep -cFx -- "${word#!}")
		if [[ $word == !* ]]; then [ "$found" -eq 0 ]; else [ "$found" -eq 1 ]; fi || {
			echo "bash: '$line' should offer '$word', but offers: ${COMPREPLY[*]}"
			failed=1
		}
	done
}

expect 'cudalint ' check explain config 'a file.cu' !show
expect 'cudalint ch' check
expect 'cudalint o' other.cu
expect 'cudalint --sel' --select
expect 'cudalint check --f' --fix --fail-on --format !--launch
expect 'cudalint check --arch=sm_9' sm_90
expect 'cudalint check --arch sm_80,sm_9' sm_80,sm_90
expect 'cudalint check --fail-on=' never error
expect 'cudalint check --min-severity w' warning
expect 'cudalint check -f s' sarif
expect 'cudalint check -f json=o' other.cu
expect 'cudalint check --fix=' diff
expect 'cudalint check --fix o' other.cu
expect 'cudalint check --select=CU401,mask' CU401,maskless-warp-intrinsic
expect 'cudalint check -p s' sub !'other.cu'
expect 'cudalint check --cuda-path=' none sub
expect 'cudalint check -- o' other.cu
expect 'cudalint explain CU40' CU401 !CU501
expect 'cudalint config ' show check schema
expect 'cudalint config show --w' --why
expect 'cudalint config check --w' !--why
expect 'cudalint model ' occupancy sm_90
expect 'cudalint model occupancy --re' --regs
expect 'cudalint help e' explain
expect 'cudalint cache ' status clean
expect 'cudalint merge o' other.cu
expect 'cudalint other.cu --sta' --statistics

if command -v fish >/dev/null; then
	"$program" dev completions fish >cudalint.fish
	# offers LINE WANTED
	offers() {
		HOME=$folder fish --no-config -c "source cudalint.fish; complete -C '$1'" 2>&1 | cut -f 1 | grep -qFx -- "$2" || {
			echo "fish: '$1' should offer '$2'"
			failed=1
		}
	}
	offers 'cudalint che' check
	offers 'cudalint check --sel' --select
	offers 'cudalint --sel' --select
	offers 'cudalint config ' schema
	offers 'cudalint config show --w' --why
	offers 'cudalint check --fail-on=n' --fail-on=never
	offers 'cudalint explain CU40' CU401
	offers 'cudalint model occupancy --re' --regs
fi
if command -v zsh >/dev/null; then
	"$program" dev completions zsh >zsh.sh
	zsh -n zsh.sh || failed=1
fi
exit $failed
