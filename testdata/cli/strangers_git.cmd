# A repository's own configuration names programs for git to run, one for each key that can: none of them may run when we
# ask git. That the traps are set right, git itself shows, asked without care.
command -v git >/dev/null || exit 77
rm -rf trap sprung .git && mkdir trap sprung
export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1
git init -q trap && cd trap && git config user.name n && git config user.email e@x
kernel() { echo "__global__ void $1(int *p) { p[0] = __any(p[0]); }"; }
kernel f >a.cu && kernel f >c.cu && printf 'a.cu filter=f diff=d merge=m\n' >.gitattributes
git add -A && git commit -qm 1 && kernel g >>a.cu && git commit -qam 2
kernel h >>a.cu && kernel h >>c.cu && kernel f >new.cu
mkdir hooks
for hook in post-index-change pre-commit post-checkout reference-transaction fsmonitor-watchman query-watchman; do
	printf '#!/bin/sh\ntouch "%s/../sprung/hook-%s"\n' "$PWD" $hook >hooks/$hook && chmod +x hooks/$hook
	cp hooks/$hook .git/hooks/
done
# A program that leaves its name and takes its input as it is.
trap_for() { echo "touch '$PWD/../sprung/$1'; cat #"; }
for key in core.fsmonitor core.pager core.editor core.sshCommand core.gitProxy core.askPass core.alternateRefsCommand \
	core.untrackedCacheCommand pager.diff pager.status pager.ls-files pager.rev-parse diff.external diff.d.command \
	diff.d.textconv filter.f.clean filter.f.smudge merge.m.driver interactive.diffFilter gpg.program gpg.ssh.program \
	credential.helper sequence.editor alias.diff alias.status alias.ls-files alias.rev-parse uploadpack.packObjectsHook \
	trailer.t.command submodule.s.update remote.origin.uploadpack remote.origin.receivepack remote.origin.vcs \
	web.browser browser.b.cmd difftool.t.cmd mergetool.t.cmd man.m.cmd sendemail.smtpServer ; do
	case $key in alias.*) shell='!' ;; credential.helper | submodule.s.update) shell='!' ;; *) shell= ;; esac
	git config $key "$shell$(trap_for $key)"
done
git config core.hooksPath hooks; git config filter.f.required true; git config core.splitIndex true
git config extensions.partialClone origin; git config remote.origin.promisor true
git config remote.origin.url "ext::sh -c touch% $PWD/../sprung/transport% %S"; git config protocol.ext.allow always
cp -r . ../plain && cd ../plain && touch a.cu c.cu && git status >/dev/null 2>&1; git diff >/dev/null 2>&1
GIT_EXTERNAL_DIFF= git diff --no-ext-diff >/dev/null 2>&1
echo '--- what springs when git is asked without care'
ls ../sprung | grep -x -e core.fsmonitor -e diff.external -e diff.d.command -e diff.d.textconv -e filter.f.clean -e hook-post-index-change
rm -rf ../sprung ../plain && mkdir ../sprung && cd ../trap
ask() { touch a.cu c.cu; echo "--- $*"; $C "$@" 2>&1 | cut -c1-80; }
ask check --cuda-path=none -q -f concise --select=CU401 .
ask check --cuda-path=none -q -f concise --select=CU401 --diff .
ask check --cuda-path=none -q -f concise --select=CU401 --diff=HEAD~1..HEAD .
ask check --cuda-path=none -q --fix --unsafe-fixes --select=CU401 --diff .
ask baseline create -q --cuda-path=none --select=CU401 --baseline=../base.json .
echo '--- an object that is missing is not fetched'
rm -f .git/objects/$(git -c core.fsmonitor= -c filter.f.clean= -c filter.f.required=false rev-parse HEAD~1 | sed 's,..,&/,')
rm -f ../sprung/*; ask check --cuda-path=none -q -f concise --select=CU401 --diff=HEAD~1 . | sed 's/ git: .*/ git: .../'
echo '--- what has sprung'
ls ../sprung
