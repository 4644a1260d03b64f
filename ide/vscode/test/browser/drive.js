/* Drives the packaged extension in a real editor: code-server in headless Chromium.
 *
 *     node test/browser/drive.js CODE_SERVER PROGRAM [--pictures=DIR]
 *
 * CODE_SERVER is code-server's entry.js, PROGRAM a built cudalint; Chromium is taken from CHROMIUM or
 * /usr/bin/chromium. Everything else is made in a temporary folder. Prints a line per step and ends with 1 when
 * one fails. */
'use strict';

const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { chromium } = require('playwright-core');
const { Editor } = require('./editor');

const SHUFFLE = `// A sum over a warp, as it was written before Volta.
#include <cstdio>

__global__ void warp_sum(const float *in, float *out)
{
	float v = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int step = 16; step > 0; step /= 2)
		v += __shfl_down(v, step);
	if (threadIdx.x % 32 == 0)
		out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

__global__ void transpose(float *out, const float *in, int n)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	out[x * n + y] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
	float *in, *out;
	cudaMalloc(&in, 4096 * 4096 * sizeof(float));
	cudaMalloc(&out, 4096 * 4096 * sizeof(float));
	warp_sum<<<4096, 256>>>(in, out);
	transpose<<<dim3(128, 128), dim3(32, 32)>>>(out, in, 4096);
	printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
`;
/* Columns count UTF-16 here; the text before the finding has characters of two, three and four bytes. */
const COLUMNS = `__global__ void all(int *out) { /* \u{1F525} \u00e4 \u20ac */ *out = __any(threadIdx.x < 3); }\n`;
const CLOSED = `__global__ void all(int *out) { *out = __all(threadIdx.x < 3); }\n`;

/* A folder to work in, with the editor's own below it. */
function prepare(codeServer, program) {
	const base = fs.mkdtempSync(path.join(os.tmpdir(), 'cudalint-vscode-'));
	const project = path.join(base, 'project');
	const user = path.join(base, 'user', 'User');
	fs.mkdirSync(path.join(project, '.git'), { recursive: true });
	fs.mkdirSync(user, { recursive: true });
	fs.mkdirSync(path.join(base, 'user', 'Machine'));
	fs.writeFileSync(path.join(project, 'sum.cu'), SHUFFLE);
	fs.writeFileSync(path.join(project, 'columns.cu'), COLUMNS);
	for (const name of ['closed.cu', 'fixed.cu'])
		fs.writeFileSync(path.join(project, name), CLOSED);
	/* In a remote window, as code-server's are, the program's place is a setting of the machine, which those of
	 * the workspace outrank. */
	fs.writeFileSync(path.join(user, '..', 'Machine', 'settings.json'), JSON.stringify({ 'cudalint.path': program }));
	fs.writeFileSync(path.join(user, 'settings.json'), JSON.stringify({
		'workbench.startupEditor': 'none', 'workbench.tips.enabled': false, 'workbench.editor.enablePreview': false,
		'workbench.colorTheme': 'Default Light Modern', 'security.workspace.trust.enabled': false,
		'window.commandCenter': false, 'chat.commandCenter.enabled': false, 'editor.minimap.enabled': false,
		'extensions.ignoreRecommendations': true, 'files.exclude': { '**/.vscode': true },
	}));
	fs.mkdirSync(path.join(project, '.vscode'));
	const set = settings => fs.writeFileSync(path.join(project, '.vscode', 'settings.json'), JSON.stringify(settings));
	set({});
	const options = ['--auth=none', '--disable-telemetry', '--disable-update-check',
		`--user-data-dir=${path.join(base, 'user')}`, `--extensions-dir=${path.join(base, 'extensions')}`];
	const env = { ...process.env, HOME: base, XDG_DATA_HOME: base, XDG_CONFIG_HOME: base, XDG_CACHE_HOME: base };
	const vsix = path.join(__dirname, '..', '..', '..', '..', 'build', `cudalint-${require('../../package.json').version}.vsix`);
	execFileSync('node', [codeServer, ...options, '--install-extension', vsix], { env, stdio: 'pipe' });
	return { base, project, options, env, set };
}

async function serve(codeServer, { options, env }) {
	const child = spawn('node', [codeServer, ...options, '--bind-addr=127.0.0.1:0'], { env });
	const address = await new Promise((resolve, reject) => {
		child.stdout.on('data', data => {
			const found = /listening on (http:\S+)/.exec(String(data));
			if (found)
				resolve(found[1]);
		});
		child.on('exit', status => reject(new Error(`code-server ended with ${status}`)));
	});
	return { child, address };
}

/* ---- the steps ------------------------------------------------------------------------------- */

async function columns(editor) {
	await editor.open('columns.cu');
	await editor.untilSquiggle('error', 30000);
	const wrong = await editor.squiggleMismatch('error', '__any(threadIdx.x < 3)');
	if (wrong)
		throw new Error(wrong);
	await editor.command('View: Close Editor');
}

async function diagnostics(editor) {
	await editor.open('sum.cu');
	await editor.untilSquiggle('error', 30000);
	const wrong = await editor.squiggleMismatch('error', '__shfl_down(v, step)');
	if (wrong)
		throw new Error(wrong);
}

async function lenses(editor) {
	await editor.untilText('.codelens-decoration', /occupancy/, 20000);
}

async function problems(editor) {
	await editor.command('Problems: Focus on Problems View');
	const line = SHUFFLE.split('\n').findIndex(each => each.includes('__shfl_down'));
	const column = SHUFFLE.split('\n')[line].indexOf('__shfl_down') + 1;
	await editor.untilText('.markers-panel', new RegExp(`Ln ${line + 1}, Col ${column}`), 10000);
	await editor.page.mouse.move(640, 590); /* no tooltip in the picture */
	await editor.picture('problems');
	await editor.command('View: Toggle Panel Visibility');
}

async function hover(editor) {
	await editor.caretAt('__shfl_down', 3);
	await editor.command('Show or Focus Hover');
	await editor.untilText('.monaco-hover', /CU401/, 10000);
	await editor.picture('hover');
	await editor.page.locator('.monaco-hover a').filter({ hasText: 'maskless-warp-intrinsic' }).click();
	await editor.untilFrameText(/Why is this bad/i, 20000);
	await editor.command('View: Close Editor');
}

async function quickFix(editor) {
	await editor.open('sum.cu');
	await editor.caretAt('__shfl_down', 3);
	await editor.command('Quick Fix...');
	await editor.untilText('.action-widget', /__shfl_down_sync/, 10000);
	await editor.picture('quick-fix');
	await editor.key('Enter');
	await editor.untilText('.view-lines', /__shfl_down_sync\(0xffffffff,/, 10000);
	await editor.untilNoSquiggle('error', 20000);
}

async function explain(editor) {
	await editor.command('cudalint: Explain a Rule');
	await editor.untilText('.quick-input-list', /CU101/, 10000);
	await editor.type('CU201');
	await editor.untilText('.quick-input-list', /bank-conflict/, 10000);
	await editor.key('Enter');
	await editor.untilFrameText(/Why is this bad/i, 20000);
	await editor.picture('explain');
	await editor.command('View: Close Editor');
}

async function fixAll(editor) {
	await editor.open('fixed.cu');
	await editor.untilSquiggle('error', 20000);
	await editor.command('cudalint: Fix Everything That Is Safe to Fix');
	await editor.untilText('.view-lines', /__all_sync\(/, 10000);
	await editor.untilNoSquiggle('error', 20000);
	await editor.command('File: Save');
	await editor.command('View: Close Editor');
}

async function task(editor) {
	await editor.command('Tasks: Run Task');
	await editor.pick('cudalint');
	await editor.pick('cudalint: check');
	await editor.untilText('[id="status.problems"]', /2\s*3/, 30000);
	await editor.page.waitForTimeout(1000);
	await editor.command('Problems: Focus on Problems View');
	await editor.untilText('.markers-panel', /closed\.cu[\s\S]*__all/, 30000);
	await editor.picture('task');
	await editor.command('View: Toggle Panel Visibility');
}

/* Settings are taken while the server runs; a program that isn't there is told, and another one started. */
async function settings(editor, place) {
	await editor.open('columns.cu');
	await editor.untilSquiggle('error', 20000);
	place.set({ 'cudalint.ignore': ['CU401'] });
	await editor.untilNoSquiggle('error', 20000);
	place.set({ 'cudalint.path': '/nowhere/cudalint' });
	await editor.untilText('.notifications-toasts', /'\/nowhere\/cudalint' is not there/, 20000);
	place.set({});
	await editor.untilSquiggle('error', 30000);
	await editor.command('Notifications: Clear All Notifications');
	await editor.command('View: Close Editor');
}

async function report(editor, place) {
	await editor.command('cudalint: Write an HTML Report');
	await editor.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
	await editor.page.waitForTimeout(1000);
	await editor.key('Enter');
	await editor.untilText('.notifications-toasts', /cudalint\.html is written/, 30000);
	if (!fs.readFileSync(path.join(place.project, 'cudalint.html'), 'utf8').includes('CU201'))
		throw new Error('the report lacks a finding');
}

/* The processes of this run's servers. */
function servers({ project }) {
	return fs.readdirSync('/proc').filter(pid => /^\d+$/.test(pid)).filter(pid => {
		try {
			return fs.readlinkSync(`/proc/${pid}/cwd`) === project &&
				/\0lsp\0/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
		} catch {
			return false; /* it has ended */
		}
	});
}

async function restart(editor, place) {
	await editor.open('sum.cu');
	await editor.page.locator('[id="status.languageStatus"]').click();
	await editor.untilText('.hover-language-status', /cudalint \d+\.\d+\.\d+/, 10000);
	await editor.key('Escape');
	const before = servers(place);
	if (!before.length)
		throw new Error('there is no server before the restart');
	await editor.command('cudalint: Restart the Language Server');
	for (let tries = 0; servers(place).some(pid => before.includes(pid)); tries++) {
		if (tries === 100)
			throw new Error('the old server still runs');
		await editor.page.waitForTimeout(100);
	}
	await editor.untilSquiggle('warning', 30000);
	if (!servers(place).length)
		throw new Error('there is no server after the restart');
}

async function main() {
	const [codeServer, program, option] = process.argv.slice(2);
	if (!program) {
		console.error('usage: drive.js CODE_SERVER PROGRAM [--pictures=DIR]');
		process.exit(2);
	}
	const place = prepare(codeServer, path.resolve(program));
	const { child, address } = await serve(codeServer, place);
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
	const editor = new Editor(page, option?.replace('--pictures=', ''));
	let failed = false;
	try {
		await page.goto(`${address}?folder=${place.project}`);
		await editor.ready();
		for (const step of [columns, diagnostics, lenses, problems, hover, quickFix, explain, fixAll, task, settings, report, restart]) {
			const start = Date.now();
			await step(editor, place);
			console.log(`ok   ${step.name} (${Date.now() - start} ms)`);
		}
	} catch (error) {
		failed = true;
		console.error(`FAIL ${error.stack}`);
		await page.screenshot({ path: path.join(os.tmpdir(), 'cudalint-vscode-failed.png') });
	}
	await browser.close();
	child.kill();
	fs.rmSync(place.base, { recursive: true, force: true, maxRetries: 5 });
	console.log(failed ? '0 passed, 1 failed' : 'all passed');
	process.exit(failed ? 1 : 0);
}

void main();
