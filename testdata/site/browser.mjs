/* node browser.mjs CHROMIUM FOLDER [PICTURES]: the site in FOLDER as people have it: in a browser, from disk, without a server.
 * Prints a line per thing that was tried and ends with 1 when one is wrong; with PICTURES, screenshots go there.
 *
 * The browser is spoken to over two pipes (--remote-debugging-pipe: messages of JSON that end with a zero byte), so that node
 * alone is enough. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [chromium, folder, pictures] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'cudalint-site-'));
const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
	'--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
	{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: profile } });
const waiting = new Map(), listeners = [];
let last = 0, rest = '', failed = 0;

browser.stdio[4].on('data', data => {
	rest += data;
	for (let end; (end = rest.indexOf('\0')) >= 0; rest = rest.slice(end + 1)) {
		const message = JSON.parse(rest.slice(0, end));
		if (message.id)
			waiting.get(message.id)(message);
		else
			listeners.forEach(listener => listener(message));
	}
});

let session;
function send(method, params = {}) {
	const id = ++last;
	browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + '\0');
	return new Promise((done, fail) => waiting.set(id, message =>
		message.error ? fail(new Error(`${method}: ${message.error.message}`)) : done(message.result)));
}

function event(method) {
	return new Promise(done => {
		const listener = message => {
			if (message.method !== method)
				return;
			listeners.splice(listeners.indexOf(listener), 1);
			done(message.params);
		};
		listeners.push(listener);
	});
}

async function evaluate(expression) {
	const { result, exceptionDetails } = await send('Runtime.evaluate',
		{ expression, awaitPromise: true, returnByValue: true, userGesture: true });
	if (exceptionDetails)
		throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	return result.value;
}

async function until(expression) {
	for (let i = 0; i < 100; i++) {
		if (await evaluate(expression).catch(() => false))
			return true;
		await new Promise(done => setTimeout(done, 50));
	}
	return false;
}

/* A page is there when it is whole and none of those before it: their events may come late. */
async function open(path, arrives = path) {
	await evaluate(`void (window.isBefore = true)`);
	await send('Page.navigate', { url: pathToFileURL(resolve(folder)).href + '/' + path });
	if (!await until(`!window.isBefore && document.readyState === 'complete' && location.href.endsWith('/${arrives}')`))
		throw new Error(`${path} doesn't open`);
}

function check(what, is, seen) {
	console.log(`${is ? 'ok  ' : 'FAIL'} ${what}${is || seen === undefined ? '' : `: ${JSON.stringify(seen)}`}`);
	failed += !is;
}

async function size(width, height, dark) {
	await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
	await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
}

async function picture(name) {
	if (!pictures)
		return;
	mkdirSync(pictures, { recursive: true });
	const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: false });
	writeFileSync(join(pictures, name + '.png'), Buffer.from(data, 'base64'));
}

/* ---- what is tried --------------------------------------------------------------------------- */

function pages(below = '') {
	return readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry =>
		entry.isDirectory() ? pages(below + entry.name + '/') : entry.name.endsWith('.html') ? [below + entry.name] : []);
}

async function search() {
	await open('index.html');
	const rows = await evaluate(`document.querySelectorAll('tr[data-c]').length`);
	check('all rules are listed', rows === await evaluate('cudalintPages.length') && rows > 100, rows);
	await evaluate(`document.getElementById('q').focus()`);
	await send('Input.insertText', { text: 'padding column' });
	check('a search over texts finds the rule', await until(`document.querySelector('#found a')?.textContent === 'bank-conflict (CU201)'`),
		await evaluate(`document.getElementById('found').textContent.slice(0, 200)`));
	check('it marks the word', await evaluate(`document.querySelector('#found mark')?.textContent.toLowerCase()`) === 'padding');
	await picture('search');
	const arrived = event('Page.loadEventFired');
	for (const type of ['keyDown', 'keyUp'])
		await send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: type === 'keyDown' ? '\r' : undefined });
	await arrived;
	check('Enter opens it', await until(`location.pathname.endsWith('/rules/CU201.html')`));
	await evaluate(`void setTimeout(() => history.back())`); // the page goes when it has answered
	check('back comes to what was searched', await until(`document.getElementById('q')?.value === 'padding column'`));
	await open('index.html?q=xyzzy');
	check('nothing found is said', await evaluate(`document.getElementById('shown').textContent`) === '0 rules');
	await open('index.html?q=cu201');
	check('a code finds its rule first', await evaluate(`document.querySelector('#found a').textContent`) === 'bank-conflict (CU201)');
}

async function filters() {
	await open('index.html');
	await evaluate(`document.querySelector('[name=fix]').click()`);
	const [shown, said, wanted] = await evaluate(`[document.querySelectorAll('tr[data-c]:not([hidden])').length,
		document.getElementById('shown').textContent, cudalintPages.filter(page => page.f).length]`);
	check('those with a fix alone', shown === wanted && said === `${wanted} rules`, [shown, said, wanted]);
	await evaluate(`['error', 'warning'].forEach(name => document.querySelector('[name=' + name + ']').click())`);
	check('families without a rule go', await evaluate(`Array.from(document.querySelectorAll('.family')).every(family =>
		family.hidden === !family.querySelector('tr:not([hidden])')) && document.querySelectorAll('.family[hidden]').length > 0`));
}

async function theme() {
	await open('index.html');
	await evaluate(`document.getElementById('theme').click(), document.getElementById('theme').click()`);
	check('the button makes it dark', await evaluate(`document.documentElement.dataset.theme`) === 'dark');
	await open('rules/CU101.html');
	check('the next page remembers', await evaluate(`document.documentElement.dataset.theme`) === 'dark');
	await evaluate(`document.getElementById('theme').click()`);
	check('auto again', await evaluate(`document.documentElement.dataset.theme === undefined`));
}

async function rulePage() {
	await open('rules/CU201.html');
	check('a finding stands under its line', await evaluate(`document.querySelector('.n.own').textContent`)
		.then(text => text.includes('32 wavefronts per request')));
	check('a picture of the banks is there', await evaluate(`document.querySelector('figure svg title').textContent.length > 20`));
	check('what the fix changes is marked', await evaluate(`document.querySelector('.l.ins').textContent.trim()`)
		.then(text => text === '__shared__ float tile[32][33];'));
	await send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
	await evaluate(`document.querySelector('pre.src .copy').click()`);
	check('copying says so', await until(`document.querySelector('pre.src .copy').textContent === 'copied'`));
	const copied = await evaluate(`navigator.clipboard.readText()`);
	check('what is copied is the code alone', copied.startsWith('__global__ void transpose(') && copied.endsWith('}\n') &&
		!copied.includes('wavefronts'), copied);
	await open('rules/bank-conflict.html', 'rules/CU201.html'); /* the name leads there, or this throws */
}

async function playground() {
	await open('playground.html#CU101');
	const command = () => evaluate(`document.getElementById('command').textContent`);
	check('the example of the address', (await command()).includes('column'), await command());
	await evaluate(`text.value = 'int a;\\nEOF\\n', text.dispatchEvent(new Event('input', { bubbles: true })),
		arch.value = 'sm_75', arch.dispatchEvent(new Event('input', { bubbles: true }))`);
	check('the command', await command() === "cudalint check -f full --arch=sm_75 - <<'EOF_'\nint a;\nEOF\nEOF_\n", await command());
}

/* Contrast of two colours as WCAG 2 has it, for every kind of token, and for what is said of a line. */
const contrast = `(() => {
	const rgb = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
	const light = text => rgb(text).map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const back = node => { for (; node; node = node.parentElement) { const c = getComputedStyle(node).backgroundColor;
		if (c !== 'rgba(0, 0, 0, 0)') return c; } return 'rgb(255, 255, 255)'; };
	let least = 99, where = '';
	document.querySelectorAll('pre.src *, .prose p, .prose a, .chip, .sev, nav a, .kind').forEach(node => {
		if (!node.textContent.trim() || node.classList.contains('copy')) return;
		const a = light(getComputedStyle(node).color), b = light(back(node));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < least) { least = ratio; where = node.tagName + '.' + node.className; }
	});
	return [least, where];
})()`;

async function looks() {
	for (const dark of [false, true]) {
		await size(1280, 1500, dark);
		for (const page of ['rules/CU201.html', 'rules/CU101.html', 'rules/CU301.html', 'index.html', 'guide/usage.html']) {
			await open(page);
			await evaluate(`document.querySelectorAll('details').forEach(node => { node.open = true; })`);
			const [least, where] = await evaluate(contrast);
			check(`contrast of ${page}, ${dark ? 'dark' : 'light'}`, least >= 4.5, [least, where]);
		}
	}
}

/* Every page, narrow: nothing is wider than the screen, nothing is fetched from elsewhere, no error. */
async function all(problems) {
	await size(360, 800, false);
	const wide = [];
	for (const page of pages()) {
		if (/^rules\/[a-z]/.test(page))
			continue; // it leads to another one
		await open(page);
		await evaluate(`document.querySelectorAll('details').forEach(node => { node.open = true; })`);
		if (await evaluate(`document.documentElement.scrollWidth > innerWidth`))
			wide.push(page);
	}
	check('no page is wider than 360 pixels', !wide.length, wide);
	check('no errors, and nothing from elsewhere', !problems.length, problems);
}

async function portraits() {
	for (const [name, width, dark] of [['light', 1280, false], ['dark', 1280, true], ['narrow', 390, false]]) {
		await size(width, 1400, dark);
		for (const page of ['index.html', 'sets.html', 'rules/CU201.html', 'rules/CU301.html', 'guide/index.html', 'playground.html']) {
			await open(page);
			await picture(page.replace(/.*\/|\.html$/g, '').replace('index', page.includes('/') ? 'guide' : 'index') + '-' + name);
		}
	}
}

async function main() {
	const { targetInfos } = await send('Target.getTargets');
	const { sessionId } = await send('Target.attachToTarget',
		{ targetId: targetInfos.find(info => info.type === 'page').targetId, flatten: true });
	session = sessionId;
	const problems = [];
	listeners.push(({ method, params }) => {
		if (method === 'Log.entryAdded' && params.entry.level === 'error')
			problems.push(params.entry.text);
		if (method === 'Runtime.exceptionThrown')
			problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
		if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(params.request.url))
			problems.push(params.request.url);
	});
	for (const domain of ['Page', 'Runtime', 'Log', 'Network'])
		await send(domain + '.enable');
	await send('Emulation.setFocusEmulationEnabled', { enabled: true });
	await size(1280, 900, false);
	await search();
	await filters();
	await theme();
	await rulePage();
	await playground();
	await looks();
	await all(problems);
	if (pictures)
		await portraits();
}

const limit = setTimeout(() => { console.log('FAIL it took too long'); process.exit(1); }, 240000);
try {
	await main();
} catch (error) {
	check('the script ran to its end', false, String(error.stack));
} finally {
	clearTimeout(limit);
	browser.kill();
	await new Promise(done => browser.exitCode === null ? browser.on('exit', done) : done());
	rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed ? 1 : 0);
