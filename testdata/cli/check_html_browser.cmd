# In a browser: the script runs under the page's own policy, and the address filters.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
command -v python3 >/dev/null || exit 77
$C check --cuda-path=none -q -f html=page.html pictures.cu
dump() {
	HOME=$PWD timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --virtual-time-budget=3000 \
		--user-data-dir="$PWD/profile" --dump-dom "file://$PWD/page.html$1" 2>log >dom.html
	[ -s dom.html ] || exit 77 # it doesn't start here
	grep -o '<html[^>]*>' dom.html
	grep -o '<p id="shown"[^>]*>[^<]*' dom.html
	grep -c '<article id="f-' dom.html
	! grep -i 'content security policy' log
}
dump ''
dump '#severity=error'
dump '#rule=CU201&group=file'
dump '#text=no+such+thing'
