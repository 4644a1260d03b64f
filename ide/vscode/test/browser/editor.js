/* An editor in a page: what its user does and sees. */
'use strict';

const path = require('path');

class Editor {
	/**
	 * @param {import('playwright-core').Page} page
	 * @param {string | undefined} pictures folder that they are written to; undefined: none are taken
	 */
	constructor(page, pictures) {
		this.page = page;
		this.pictures = pictures;
	}

	async ready() {
		await this.page.waitForSelector('.monaco-workbench .statusbar', { timeout: 60000 });
		await this.page.waitForTimeout(3000);
	}

	key(name) {
		return this.page.keyboard.press(name);
	}

	type(text) {
		return this.page.keyboard.type(text, { delay: 15 });
	}

	/** A command of the palette, by its title. */
	async command(title) {
		await this.key('F1');
		await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
		await this.type(title);
		/* The list's first entry may be another that has the same words. */
		await this.page.locator('.quick-input-list .monaco-list-row .label-name').getByText(title, { exact: true })
			.first().click({ timeout: 15000 });
		await this.page.waitForTimeout(400);
	}

	/** What is typed into the list that is open, and the entry that fits. */
	async pick(text) {
		const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
		await this.page.waitForTimeout(500);
		await this.type(text);
		await row.waitFor({ timeout: 15000 });
		await this.page.waitForTimeout(300);
		await this.key('Enter');
	}

	/** Opens a file of the folder, in the explorer. */
	async open(name) {
		await this.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first()
			.dblclick({ timeout: 30000 });
		await this.page.locator('.tab.active').filter({ hasText: name }).waitFor({ timeout: 15000 });
		await this.page.waitForSelector('.view-line');
	}

	/** Puts the caret `more` characters into the first `text` of the visible lines. */
	async caretAt(text, more) {
		const box = await this.rectOf(text);
		await this.page.mouse.click(box.left + (box.right - box.left) * (more / text.length) + 1, (box.top + box.bottom) / 2);
	}

	/** Where a text is on the page. Spaces of the lines are no-break ones. */
	async rectOf(text) {
		const rect = await this.page.evaluate(wanted => {
			for (const line of document.querySelectorAll('.editor-instance .view-line')) {
				const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
				const nodes = [];
				let all = '';
				for (let node = walker.nextNode(); node; node = walker.nextNode()) {
					nodes.push([node, all.length]);
					all += (node.nodeValue ?? '').replace(/\u00a0/g, ' ');
				}
				const start = all.indexOf(wanted);
				if (start < 0)
					continue;
				const range = document.createRange();
				const at = offset => nodes.filter(([, begin]) => begin <= offset).pop();
				const [first, last] = [at(start), at(start + wanted.length - 1)];
				range.setStart(first[0], start - first[1]);
				range.setEnd(last[0], start + wanted.length - last[1]);
				const { left, right, top, bottom } = range.getBoundingClientRect();
				return { left, right, top, bottom };
			}
			return undefined;
		}, text);
		if (!rect)
			throw new Error(`'${text}' is not to be seen`);
		return rect;
	}

	untilSquiggle(kind, timeout) {
		return this.page.waitForSelector(`.editor-instance .squiggly-${kind}`, { timeout, state: 'attached' });
	}

	async untilNoSquiggle(kind, timeout) {
		await this.page.waitForFunction(
			name => !document.querySelector(`.editor-instance .squiggly-${name}`), kind, { timeout });
	}

	/** Whether a text is underlined, from its first to its last character; returns what is wrong. */
	async squiggleMismatch(kind, text) {
		const wanted = await this.rectOf(text);
		const found = await this.page.$$eval(`.editor-instance .squiggly-${kind}`, all => all.map(each => {
			const { left, right, top } = each.getBoundingClientRect();
			return { left, right, top };
		}));
		const near = (a, b) => Math.abs(a - b) < 2;
		const fits = found.some(each => near(each.left, wanted.left) && near(each.right, wanted.right) &&
			each.top >= wanted.top - 2 && each.top <= wanted.bottom + 2);
		return fits ? undefined : `'${text}' is at ${JSON.stringify(wanted)}, underlined: ${JSON.stringify(found)}`;
	}

	async untilText(selector, pattern, timeout) {
		await this.page.waitForFunction(([where, source, flags]) => {
			const expression = new RegExp(source, flags);
			return [...document.querySelectorAll(where)].some(
				each => expression.test((each.textContent ?? '').replace(/\u00a0/g, ' ')));
		}, [selector, pattern.source, pattern.flags], { timeout });
	}

	/** Of a web view, which is a frame in a frame. */
	async untilFrameText(pattern, timeout) {
		const end = Date.now() + timeout;
		while (Date.now() < end) {
			for (const frame of this.page.frames()) {
				const text = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '');
				if (frame !== this.page.mainFrame() && pattern.test(text))
					return;
			}
			await this.page.waitForTimeout(200);
		}
		throw new Error(`no frame shows ${pattern}`);
	}

	async picture(name) {
		await this.page.waitForTimeout(500);
		if (this.pictures)
			await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`) });
	}
}

module.exports = { Editor };
