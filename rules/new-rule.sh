#!/bin/sh
# A rule to start from: new-rule.sh CODE NAME [FOLDER] writes FOLDER/name.c, its page and its line in rules.def. What it
# writes compiles and passes: the rule reports calls of a function of its own name, and the page says so.
set -eu
cd "$(dirname "$0")"

die() {
	echo "new-rule: $*" >&2
	exit 2
}

case $# in 2 | 3) ;; *) die "usage: ./dev new-rule CU999 some-name [FOLDER]" ;; esac
code=$1 name=$2 folder=${3:-}
case $code in CU[0-9][0-9][0-9]) ;; *) die "'$code' is no code (CU and three digits)" ;; esac
printf '%s\n' "$name" | grep -Eqx '[a-z][a-z0-9]*(-[a-z0-9]+)+' || die "'$name' is no name (words with hyphens)"
if [ -z "$folder" ]; then
	case $code in
	CU0*) folder=run ;;
	CU1*) folder=memory ;;
	CU2*) folder=shared ;;
	CU3*) folder=sync ;;
	CU4*) folder=warp ;;
	CU5*) folder=atomics ;;
	CU6*) folder=launch ;;
	CU7*) folder=host ;;
	CU8*) folder=library ;;
	CU9*) folder=language ;;
	esac
fi
word=$(printf '%s' "$name" | tr - _)
file=$folder/$word
grep -q "RULE($code," rules.def && die "$code is taken: $(grep "RULE($code," rules.def)"
grep -q ", $word)" rules.def && die "the name is taken: $(grep ", $word)" rules.def)"
if [ -e "$file.c" ] || [ -e "$file.md" ]; then die "$file.c or .md is there already"; fi
version=$(sed -n 's/^project(cudalint VERSION \([0-9.]*\).*/\1/p' ../CMakeLists.txt)
mkdir -p "$folder"

cat >"$file.c" <<END
/* $code $name: what it looks for, and what it deliberately does not. */
#include <string.h>

#include "analyzer/rule/rule.h"

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	if (strcmp(expr->call->name, "$word") != 0)
		return;
	pass_report(pass, expr->range, "\`%s\` is called", expr->call->name);
}

const struct rule rule_$word = {
	.code = "$code",
	.name = "$name",
	.severity = SEVERITY_WARNING,
	.since = "$version",
	.summary = "What it finds, in one line",
	.hooks = {.call = on_call},
};
END

cat >"$file.md" <<END
# $name ($code)

## What it does
What the rule finds, and what it deliberately leaves alone.

## Why is this bad?
What goes wrong on the machine, and what it costs.

## Example
\`\`\`cuda bad
__device__ void $word();

__global__ void kernel()
{
	$word(); // $code warning proven: is called
}
\`\`\`

Use instead:

\`\`\`cuda good
__device__ void other();

__global__ void kernel()
{
	other();
}
\`\`\`
END

# The list is in the order of the codes.
awk -v code="$code" -v line="RULE($code, $word)" '
	!done && match($0, /^RULE\(CU[0-9]+/) && substr($0, 6, 5) > code { print line; done = 1 }
	{ print }
	END { if (!done) print line }
' rules.def >rules.def.new
cat rules.def.new >rules.def
rm rules.def.new

echo "rules/$file.c, rules/$file.md and a line of rules/rules.def; now: ./dev test, then ./dev docs (docs/rules.md lists the rules)"
