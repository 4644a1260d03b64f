/* The script of the HTML report: filters, sorts and groups the findings that are on the page, and keeps what was asked
 * for in the address. It takes articles out of the list and puts them back; it never makes HTML from text. */
(function () {
	'use strict';
	var root = document.documentElement;
	var PAGE = 200; // findings that are in the list at first, and that each "more" adds

	/* ---- theme ---- */

	var themes = ['auto', 'light', 'dark'], themeButton = document.getElementById('theme');

	function remembered() {
		try {
			return localStorage.getItem('cudalint-theme') || 'auto';
		} catch (e) {
			return 'auto';
		}
	}

	function setTheme(theme) {
		if (theme === 'auto')
			root.removeAttribute('data-theme');
		else
			root.setAttribute('data-theme', theme);
		themeButton.textContent = 'Theme: ' + theme;
		themeButton.value = theme;
	}

	root.classList.add('js');
	setTheme(remembered());
	themeButton.addEventListener('click', function () {
		var next = themes[(themes.indexOf(themeButton.value) + 1) % themes.length];
		setTheme(next);
		try {
			localStorage.setItem('cudalint-theme', next);
		} catch (e) { /* not remembered, then */ }
	});

	/* ---- findings ---- */

	var list = document.getElementById('list'), form = document.getElementById('filter');
	if (!list)
		return;
	var shown = document.getElementById('shown'), rest = document.getElementById('rest');
	var unfold = document.getElementById('unfold'), box = document.getElementById('filterbox');
	var fields = form.elements;
	var limit = PAGE, matches = [];
	var tail = document.getElementById('tail');
	var articles = Array.prototype.slice.call(list.children);
	if (tail) {
		articles = articles.concat(Array.prototype.slice.call(tail.lastElementChild.children));
		tail.remove();
	}
	var items = articles.map(function (article, rank) {
		var data = article.dataset;
		return {
			article: article, rank: rank, severity: +data.s, confidence: +data.c,
			rule: +data.r, file: +data.p, line: +data.l, findings: +data.k || 1, text: null
		};
	});

	function words(item) {
		if (item.text === null)
			item.text = item.article.textContent.toLowerCase();
		return item.text;
	}

	function checked(name) {
		var out = {};
		Array.prototype.forEach.call(fields[name], function (input) { out[input.value] = input.checked; });
		return out;
	}

	function question() {
		return {
			text: fields.text.value.toLowerCase().split(/\s+/).filter(Boolean),
			severity: checked('severity'), confidence: checked('confidence'),
			rule: fields.rule.value, file: fields.file.value, group: fields.group.value, sort: fields.sort.value
		};
	}

	function answers(item, asked) {
		return asked.severity[item.severity] && asked.confidence[item.confidence] &&
			(asked.rule === '' || item.rule === +asked.rule) && (asked.file === '' || item.file === +asked.file) &&
			asked.text.every(function (word) { return words(item).indexOf(word) >= 0; });
	}

	var orders = {
		severity: function (a, b) { return b.severity - a.severity || b.confidence - a.confidence || a.rank - b.rank; },
		place: function (a, b) { return a.file - b.file || a.line - b.line || a.rank - b.rank; }
	};

	/* Groups in the order of their first finding. */
	function grouped(found, key) {
		var groups = new Map();
		found.forEach(function (item) {
			if (!groups.has(item[key]))
				groups.set(item[key], []);
			groups.get(item[key]).push(item);
		});
		return groups;
	}

	function option(select, value) {
		return Array.prototype.find.call(select.options, function (one) { return one.value === String(value); });
	}

	function count(n) {
		return n + (n === 1 ? ' finding' : ' findings');
	}

	/* An entry may stand for several findings. */
	function sum(found) {
		return found.reduce(function (n, item) { return n + item.findings; }, 0);
	}

	function heading(key, value, n) {
		var title = document.createElement('h3'), small = document.createElement('span');
		title.className = 'group';
		title.textContent = option(fields[key], value).textContent.replace(/ \(\d+\)$/, '') + ' ';
		small.textContent = count(n);
		title.appendChild(small);
		return title;
	}

	function fill(asked) {
		var nodes = [], left = limit;
		if (asked.group === '') {
			nodes = matches.slice(0, limit).map(function (item) { return item.article; });
		} else {
			grouped(matches, asked.group).forEach(function (group, value) {
				if (left <= 0)
					return;
				nodes.push(heading(asked.group, value, sum(group)));
				group.slice(0, left).forEach(function (item) { nodes.push(item.article); });
				left -= group.length;
			});
		}
		var all = document.createDocumentFragment();
		nodes.forEach(function (node) { all.appendChild(node); });
		list.replaceChildren(all);
		rest.hidden = matches.length <= limit;
		document.getElementById('more').textContent =
			'Show ' + Math.min(PAGE, matches.length - limit) + ' more of ' + (matches.length - limit);
	}

	function say() {
		shown.textContent = (matches.length === items.length ? 'All ' : sum(matches) + ' of ') + count(sum(items)) +
			(matches.length > limit ? ', the first ' + limit + ' entries shown' : '');
	}

	function apply() {
		var asked = question();
		matches = items.filter(function (item) { return answers(item, asked); });
		if (orders[asked.sort])
			matches.sort(orders[asked.sort]);
		fill(asked);
		say();
	}

	/* ---- the address ---- */

	function values(name) {
		return Array.prototype.filter.call(fields[name], function (input) { return input.checked; })
			.map(function (input) { return input.dataset.v; }).join(',');
	}

	function address() {
		var parts = [];
		function add(name, value) {
			parts.push(name + '=' + encodeURIComponent(value).replace(/%2C/g, ',').replace(/%2F/g, '/'));
		}
		if (fields.text.value.trim())
			add('text', fields.text.value.trim());
		['severity', 'confidence'].forEach(function (name) {
			if (!Array.prototype.every.call(fields[name], function (input) { return input.checked; }))
				add(name, values(name));
		});
		['rule', 'file'].forEach(function (name) {
			if (fields[name].value !== '')
				add(name, fields[name].selectedOptions[0].dataset.v);
		});
		['group', 'sort'].forEach(function (name) {
			if (fields[name].value !== '')
				add(name, fields[name].value);
		});
		return parts.join('&');
	}

	function choose(select, value) {
		var found = Array.prototype.find.call(select.options, function (one) {
			return one.dataset.v === value || (!one.dataset.v && one.value === value);
		});
		if (found)
			select.value = found.value;
	}

	function decode(text) {
		try {
			return decodeURIComponent(text);
		} catch (e) {
			return text;
		}
	}

	function ask(hash) {
		form.reset();
		hash.split('&').forEach(function (part) {
			var at = part.indexOf('='), name = part.slice(0, at), value = decode(part.slice(at + 1));
			if (name === 'text')
				fields.text.value = value;
			else if (name === 'severity' || name === 'confidence')
				Array.prototype.forEach.call(fields[name], function (input) {
					input.checked = value.split(',').indexOf(input.dataset.v) >= 0;
				});
			else if (['rule', 'file', 'group', 'sort'].indexOf(name) >= 0)
				choose(fields[name], value);
		});
		limit = PAGE;
		apply();
	}

	/* A link to one finding: it has to be in the list, whatever was asked before. */
	function show(id) {
		var has = function (item) {
			return item.article.id === id || item.article.querySelector('[id="' + CSS.escape(id) + '"]');
		};
		var place = function () { return matches.findIndex(has); };
		if (place() < 0 && items.some(has)) {
			form.reset();
			apply();
		}
		if (place() < 0)
			return;
		if (place() >= limit) {
			limit = place() + 1;
			fill(question());
			say();
		}
		reveal(document.getElementById(id).closest('article'));
	}

	/* What of an article takes the focus. */
	function focus(article) {
		var target = article.querySelector('summary, a');
		if (target)
			target.focus({ preventScroll: true });
	}

	function reveal(article) {
		var fold = article && article.querySelector('details');
		if (!article)
			return;
		if (fold)
			fold.open = true;
		article.scrollIntoView();
		focus(article);
	}

	function follow() {
		var hash = location.hash.slice(1);
		if (/^f-/.test(hash))
			show(hash);
		else if (/^rule-/.test(hash))
			reveal(document.getElementById(hash));
		else if (hash.indexOf('=') > 0) {
			ask(hash);
			return true;
		}
		return false;
	}

	function changed() {
		limit = PAGE;
		apply();
		var hash = address();
		history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
	}

	/* ---- wiring ---- */

	var timer = 0;
	form.addEventListener('submit', function (event) { event.preventDefault(); });
	document.getElementById('everything').addEventListener('click', function () { setTimeout(changed, 0); });
	form.addEventListener('change', changed);
	fields.text.addEventListener('input', function () {
		clearTimeout(timer);
		timer = setTimeout(changed, items.length > 2000 ? 250 : 60);
	});
	document.getElementById('more').addEventListener('click', function () {
		var first = matches[limit];
		limit += PAGE;
		fill(question());
		say();
		focus(first.article);
	});
	unfold.addEventListener('click', function () {
		var open = unfold.getAttribute('aria-pressed') !== 'true';
		unfold.setAttribute('aria-pressed', String(open));
		list.querySelectorAll('article > details').forEach(function (fold) { fold.open = open; });
	});
	/* counts in the tables become links that put their question */
	document.querySelectorAll('[data-q]').forEach(function (cell) {
		var at = cell.dataset.q.indexOf('='), link = document.createElement('a');
		var value = cell.dataset.q.slice(at + 1);
		link.href = '#' + cell.dataset.q.slice(0, at + 1) + encodeURIComponent(value).replace(/%2F/g, '/');
		link.setAttribute('aria-label', count(+cell.textContent) + ' of ' + value);
		link.textContent = cell.textContent;
		cell.replaceChildren(link);
	});
	window.addEventListener('hashchange', function () {
		if (follow())
			document.getElementById('findings').scrollIntoView();
	});
	window.addEventListener('beforeprint', function () {
		list.querySelectorAll('article > details').forEach(function (fold) { fold.open = true; });
	});
	/* where pictures have room there is nothing to scroll: no stop for the keyboard */
	if (window.matchMedia('(min-width: 40rem)').matches)
		items.forEach(function (item) {
			item.article.querySelectorAll('.scroll').forEach(function (node) { node.removeAttribute('tabindex'); });
		});
	box.open = window.matchMedia('(min-width: 62rem)').matches;
	apply();
	setTimeout(follow, 0); // behind what the browser does with the address
})();
