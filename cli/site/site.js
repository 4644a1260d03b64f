/* The script of the site: theme, search and filters, copying, the playground. It makes elements and texts, never HTML from
 * text, and fetches nothing: what is searched comes with search.js. All pages can be read without it. */
(function () {
	'use strict';
	var root = document.documentElement;

	function byId(id) {
		return document.getElementById(id);
	}

	function element(name, text, className) {
		var made = document.createElement(name);
		if (text)
			made.textContent = text;
		if (className)
			made.className = className;
		return made;
	}

	/* ---- theme: the same key as reports have ---- */

	var themes = ['auto', 'light', 'dark'], button = byId('theme');

	function stored(value) {
		try {
			if (value !== undefined)
				localStorage.setItem('cudalint-theme', value);
			return localStorage.getItem('cudalint-theme');
		} catch (e) {
			return null; // not remembered, then
		}
	}

	function setTheme(theme) {
		if (theme === 'auto')
			root.removeAttribute('data-theme');
		else
			root.setAttribute('data-theme', theme);
		button.textContent = 'Theme: ' + theme;
		button.value = theme;
	}

	root.classList.add('js');
	setTheme(themes.indexOf(stored()) >= 0 ? stored() : 'auto');
	button.addEventListener('click', function () {
		setTheme(themes[(themes.indexOf(button.value) + 1) % themes.length]);
		stored(button.value);
	});

	/* ---- copying ---- */

	function copy(text, from) {
		var done = function () {
			from.textContent = 'copied';
			setTimeout(function () { from.textContent = 'copy'; }, 1500);
		};
		if (navigator.clipboard && window.isSecureContext) {
			navigator.clipboard.writeText(text).then(done);
			return;
		}
		var field = element('textarea');
		field.value = text;
		document.body.appendChild(field);
		field.select();
		if (document.execCommand('copy'))
			done();
		field.remove();
	}

	/* The code alone: what is said of its lines isn't part of it. */
	function codeOf(block) {
		var lines = block.querySelectorAll('.l, .p');
		if (!lines.length)
			return block.querySelector('code').textContent;
		return Array.prototype.map.call(lines, function (line) { return line.textContent; }).join('');
	}

	document.querySelectorAll('pre.src').forEach(function (block) {
		var made = element('button', 'copy', 'copy');
		made.type = 'button';
		made.addEventListener('click', function () { copy(codeOf(block), made); });
		block.appendChild(made);
	});

	/* ---- search ---- */

	/* How well a page answers: every word has to be in it; the code and the name count most. */
	function score(page, words) {
		var sum = 0;
		for (var i = 0; i < words.length; i++) {
			var word = words[i], here = 0;
			if (page.code === word)
				here = 200;
			else if (page.code.indexOf(word) === 0)
				here = 80;
			else if (page.name.indexOf(word) >= 0)
				here = page.name.split('-').indexOf(word) >= 0 ? 60 : 40;
			else if (page.summary.indexOf(word) >= 0)
				here = 20;
			else if (page.text.indexOf(word) >= 0)
				here = 1 + Math.min(8, page.text.split(word).length - 1);
			if (!here)
				return 0;
			sum += here;
		}
		return sum;
	}

	/* Some words around the first that was asked for, which is marked. */
	function excerpt(page, words) {
		var text = page.data.t, at = -1, length = 0, out = element('p');
		words.forEach(function (word) {
			var found = page.text.indexOf(word);
			if (found >= 0 && (at < 0 || found < at)) {
				at = found;
				length = word.length;
			}
		});
		if (at < 0) {
			out.textContent = page.data.s;
			return out;
		}
		var from = at < 70 ? 0 : text.indexOf(' ', at - 70) + 1, to = text.indexOf(' ', at + 110);
		out.appendChild(document.createTextNode((from ? '\u2026 ' : '') + text.slice(from, at)));
		out.appendChild(element('mark', text.slice(at, at + length)));
		out.appendChild(document.createTextNode(text.slice(at + length, to < 0 ? text.length : to) + (to < 0 ? '' : ' \u2026')));
		return out;
	}

	function hit(page, words) {
		var item = element('li'), link = element('a', page.data.n + ' (' + page.data.c + ')');
		link.href = document.body.dataset.up + 'rules/' + page.data.c + '.html';
		item.appendChild(link);
		item.appendChild(document.createTextNode(' '));
		item.appendChild(element('span', page.data.v, 'sev ' + page.data.v));
		item.appendChild(element('p', page.data.s));
		if (words.every(function (word) { return page.name.indexOf(word) < 0 && page.code.indexOf(word) < 0; }))
			item.appendChild(excerpt(page, words));
		return item;
	}

	function indexPage(form) {
		var fields = form.elements, shown = byId('shown'), found = byId('found'), all = byId('all'), timer = 0;
		var pages = (window.cudalintPages || []).map(function (data) {
			return { data: data, code: data.c.toLowerCase(), name: data.n, summary: data.s.toLowerCase(), text: data.t.toLowerCase() };
		});
		var rows = {};
		document.querySelectorAll('tr[data-c]').forEach(function (row) { rows[row.dataset.c] = row; });

		function isWanted(page) {
			return fields[page.data.v].checked && (!fields.fix.checked || page.data.f) &&
				(!fields.set.checked || page.data.k === 'recommended');
		}

		function list(wanted) {
			var codes = {};
			wanted.forEach(function (page) { codes[page.data.c] = true; });
			Object.keys(rows).forEach(function (code) { rows[code].hidden = !codes[code]; });
			document.querySelectorAll('.family').forEach(function (family) {
				family.hidden = !family.querySelector('tr:not([hidden])');
			});
		}

		function apply() {
			var words = fields.q.value.toLowerCase().split(/\s+/).filter(Boolean), wanted = pages.filter(isWanted);
			var hits = words.length ? wanted.map(function (page) { return { page: page, score: score(page, words) }; })
				.filter(function (one) { return one.score > 0; })
				.sort(function (a, b) { return b.score - a.score || (a.page.code < b.page.code ? -1 : 1); }) : [];
			all.hidden = words.length > 0;
			found.hidden = !words.length;
			found.replaceChildren.apply(found, hits.map(function (one) { return hit(one.page, words); }));
			if (!words.length)
				list(wanted);
			var count = words.length ? hits.length : wanted.length;
			shown.textContent = count === pages.length ? '' : count + (count === 1 ? ' rule' : ' rules');
		}

		function asked() {
			var query = new URLSearchParams(location.search).get('q');
			return query || '';
		}

		function changed() {
			apply();
			var query = fields.q.value.trim();
			try {
				history.replaceState(null, '', query ? '?q=' + encodeURIComponent(query) : location.pathname + location.hash);
			} catch (e) { /* a file's address, in some browsers */ }
		}

		form.addEventListener('submit', function (event) {
			event.preventDefault();
			var first = found.querySelector('a');
			if (first && fields.q.value.trim())
				location.href = first.href;
		});
		form.addEventListener('change', changed);
		fields.q.addEventListener('input', function () {
			clearTimeout(timer);
			timer = setTimeout(changed, 40);
		});
		document.addEventListener('keydown', function (event) {
			if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) {
				event.preventDefault();
				fields.q.focus();
			}
		});
		fields.q.value = asked();
		apply();
	}

	/* ---- playground ---- */

	function playground(form) {
		var example = byId('example'), text = byId('text'), command = byId('command');

		/* A word that no line of the text is. */
		function mark(lines) {
			var word = 'EOF';
			while (lines.indexOf(word) >= 0)
				word += '_';
			return word;
		}

		function say() {
			var end = mark(text.value.split('\n'));
			command.textContent = byId('how').value + ' check -f full' + (byId('every').checked ? ' --select=ALL' : '') +
				(byId('arch').value ? ' --arch=' + byId('arch').value : '') + " - <<'" + end + "'\n" +
				text.value.replace(/\n*$/, '\n') + end + '\n';
		}

		function show() {
			var page = window.cudalintPages[example.selectedIndex];
			text.value = page ? page.e : '';
			say();
		}

		(window.cudalintPages || []).forEach(function (page) {
			var option = element('option', page.c + ' ' + page.n);
			option.value = page.c;
			example.appendChild(option);
		});
		var wanted = location.hash.slice(1) || 'CU201';
		if (example.querySelector('option[value="' + CSS.escape(wanted) + '"]'))
			example.value = wanted;
		example.addEventListener('change', show);
		form.addEventListener('input', function (event) {
			if (event.target !== example)
				say();
		});
		form.addEventListener('submit', function (event) { event.preventDefault(); });
		show();
	}

	if (byId('find'))
		indexPage(byId('find'));
	if (byId('play'))
		playground(byId('play'));
	/* where pictures have room there is nothing to scroll: no stop for the keyboard */
	if (window.matchMedia('(min-width: 40rem)').matches)
		document.querySelectorAll('.scroll').forEach(function (node) { node.removeAttribute('tabindex'); });
})();
