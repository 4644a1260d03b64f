/* The server, from a client that isn't ours: vscode-jsonrpc's connection and the types of the protocol's reference
 * implementation. What VS Code's client does is played through, with published and with pulled diagnostics. */
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { test } = require('node:test');
const lsp = require('vscode-languageserver-protocol/node');
const { TextDocument } = require('vscode-languageserver-textdocument');
const { program, makeFolder } = require('./program');

const SHUFFLE = `__global__ void sum(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = out[i];
	/* \u{1F525} \u00e4 \u20ac */ v += __shfl_down(v, 16);
	out[i] = v;
}

void run(float *out)
{
	sum<<<4096, 256>>>(out);
}
`;
const CAPABILITIES = {
	textDocument: {
		publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
		codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, isPreferredSupport: true },
		hover: { contentFormat: ['markdown'] },
		documentSymbol: { hierarchicalDocumentSymbolSupport: true },
	},
	workspace: { workspaceEdit: { documentChanges: true }, configuration: true, applyEdit: true },
	window: { workDoneProgress: true },
	general: { positionEncodings: ['utf-16'] },
};
const PULL = { ...CAPABILITIES,
	textDocument: { ...CAPABILITIES.textDocument, diagnostic: { relatedDocumentSupport: true } },
	workspace: { ...CAPABILITIES.workspace, diagnostics: { refreshSupport: true } } };

class Client {
	constructor(t, settings) {
		this.root = makeFolder(t);
		this.settings = settings;
		this.documents = new Map();
		this.published = [];
		this.edits = [];
		this.errors = [];
		this.process = spawn(program, ['lsp'],
			{ cwd: this.root, env: { ...process.env, HOME: this.root, XDG_CACHE_HOME: path.join(this.root, 'cache') } });
		this.connection = lsp.createProtocolConnection(
			new lsp.StreamMessageReader(this.process.stdout), new lsp.StreamMessageWriter(this.process.stdin));
		this.connection.onError(error => this.errors.push(error));
		this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, params => this.published.push(params));
		this.connection.onRequest(lsp.ConfigurationRequest.type, params => params.items.map(() => this.settings));
		this.connection.onRequest(lsp.ApplyWorkspaceEditRequest.type, params => {
			this.edits.push(params.edit);
			return { applied: true };
		});
		this.refreshes = 0;
		this.connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => void this.refreshes++);
		this.connection.listen();
		t.after(() => this.process.kill('SIGKILL'));
	}

	async start(capabilities) {
		const result = await this.connection.sendRequest(lsp.InitializeRequest.type, {
			processId: process.pid, rootUri: pathToFileURL(this.root).href, capabilities,
			workspaceFolders: [{ uri: pathToFileURL(this.root).href, name: 'test' }],
			initializationOptions: this.settings });
		await this.connection.sendNotification(lsp.InitializedNotification.type, {});
		return result;
	}

	async stop() {
		await this.connection.sendRequest(lsp.ShutdownRequest.type);
		const ended = once(this.process, 'exit');
		await this.connection.sendNotification(lsp.ExitNotification.type);
		assert.deepStrictEqual(await ended, [0, null]);
		assert.deepStrictEqual(this.errors, []);
	}

	async open(name, text) {
		const uri = pathToFileURL(path.join(this.root, name)).href;
		fs.writeFileSync(path.join(this.root, name), text);
		const document = TextDocument.create(uri, 'cuda-cpp', 1, text);
		this.documents.set(uri, document);
		await this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
			{ textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
		return document;
	}

	/* As the editor sends it: one change at a time, by range. */
	async change(document, edits) {
		const changes = edits.map(({ range, newText }) => ({ range, text: newText }));
		TextDocument.update(document, changes, document.version + 1);
		await this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type,
			{ textDocument: { uri: document.uri, version: document.version }, contentChanges: changes });
	}

	/* What is published for the present text. */
	async diagnostics(document) {
		for (let tries = 0; tries < 600; tries++) {
			const found = this.published.findLast(each => each.uri === document.uri && each.version === document.version);
			if (found)
				return found.diagnostics;
			await new Promise(resolve => setTimeout(resolve, 50));
		}
		throw new Error(`nothing is published for version ${document.version}`);
	}

	pull(document, previousResultId) {
		return this.connection.sendRequest(lsp.DocumentDiagnosticRequest.type,
			{ textDocument: { uri: document.uri }, identifier: 'cudalint', previousResultId });
	}

	actions(document, range, only) {
		return this.connection.sendRequest(lsp.CodeActionRequest.type,
			{ textDocument: { uri: document.uri }, range, context: { diagnostics: [], only } });
	}
}

const codes = diagnostics => diagnostics.map(each => each.code);

function textAt(document, range) {
	return document.getText(range);
}

/* Later edits first, so that earlier ones stay where they are. */
function editsOf(workspaceEdit, document) {
	const change = workspaceEdit.documentChanges.find(each => each.textDocument.uri === document.uri);
	assert.strictEqual(change.textDocument.version, document.version);
	return [...change.edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
}

test('published: found, hovered, fixed, gone', async t => {
	const client = new Client(t, { lens: true, hints: true });
	const { capabilities, serverInfo } = await client.start(CAPABILITIES);
	assert.strictEqual(serverInfo.name, 'cudalint');
	assert.strictEqual(capabilities.positionEncoding, 'utf-16');
	assert.ok(!capabilities.diagnosticProvider);
	const document = await client.open('a.cu', SHUFFLE);
	const [found] = await client.diagnostics(document);
	assert.strictEqual(found.code, 'CU401');
	assert.strictEqual(textAt(document, found.range), '__shfl_down(v, 16)');
	assert.ok(fs.existsSync(new URL(found.codeDescription.href)));

	const textDocument = { uri: document.uri };
	const hover = await client.connection.sendRequest(lsp.HoverRequest.type,
		{ textDocument, position: found.range.start });
	assert.match(hover.contents.value, /CU401/);
	assert.strictEqual(textAt(document, hover.range), '__shfl_down(v, 16)');
	const symbols = await client.connection.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument });
	assert.deepStrictEqual(symbols.map(each => each.name.replace(/\(.*/, '')), ['sum', 'run']);
	const [lens] = await client.connection.sendRequest(lsp.CodeLensRequest.type, { textDocument });
	assert.match(lens.command.title, /^occupancy \d+ %/);
	assert.strictEqual(textAt(document, lens.range), 'sum');
	const [hint] = await client.connection.sendRequest(lsp.InlayHintRequest.type, { textDocument,
		range: { start: { line: 0, character: 0 }, end: document.positionAt(SHUFFLE.length) } });
	assert.strictEqual(document.offsetAt(hint.position), SHUFFLE.indexOf('sum') + 3);

	const [fix] = await client.actions(document, found.range, [lsp.CodeActionKind.QuickFix]);
	assert.ok(fix.isPreferred);
	await client.change(document, editsOf(fix.edit, document));
	assert.ok(document.getText().includes('v += __shfl_down_sync(0xffffffff, v, 16);'));
	assert.deepStrictEqual(codes(await client.diagnostics(document)), []);
	await client.stop();
});

test('typing: each text is checked as it is', async t => {
	const client = new Client(t, {});
	await client.start(CAPABILITIES);
	const document = await client.open('a.cu', SHUFFLE);
	await client.diagnostics(document);
	let character = 0;
	for (const letter of '/* \u{1F525}\u00e9 */ ') {
		await client.change(document, [{ newText: letter,
			range: { start: { line: 4, character }, end: { line: 4, character } } }]);
		character += letter.length;
	}
	const [found] = await client.diagnostics(document);
	assert.strictEqual(textAt(document, found.range), '__shfl_down(v, 16)');
	await client.stop();
});

test('pulled: full, unchanged, opened again, settings', async t => {
	const client = new Client(t, {});
	const { capabilities } = await client.start(PULL);
	assert.deepStrictEqual(capabilities.diagnosticProvider,
		{ identifier: 'cudalint', interFileDependencies: true, workspaceDiagnostics: false });
	const document = await client.open('a.cu', SHUFFLE);
	const first = await client.pull(document);
	assert.deepStrictEqual([first.kind, codes(first.items)], ['full', ['CU401']]);
	assert.strictEqual((await client.pull(document, first.resultId)).kind, 'unchanged');
	await client.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type,
		{ textDocument: { uri: document.uri } });
	const again = await client.open('a.cu', SHUFFLE);
	assert.strictEqual((await client.pull(again, first.resultId)).kind, 'full');
	const before = client.refreshes;
	client.settings = { ignore: ['CU401'] };
	await client.connection.sendNotification(lsp.DidChangeConfigurationNotification.type, { settings: null });
	for (let tries = 0; tries < 200 && client.refreshes === before; tries++)
		await new Promise(resolve => setTimeout(resolve, 50));
	assert.ok(client.refreshes > before, 'the client is told to pull again');
	assert.deepStrictEqual(codes((await client.pull(again)).items), []);
	assert.deepStrictEqual(client.published, []);
	await client.stop();
});

test('cancelled requests', async t => {
	const client = new Client(t, {});
	await client.start(PULL);
	const document = await client.open('a.cu', SHUFFLE);
	const source = new lsp.CancellationTokenSource();
	const pending = client.connection.sendRequest(lsp.DocumentDiagnosticRequest.type,
		{ textDocument: { uri: document.uri } }, source.token);
	source.cancel();
	await assert.rejects(pending, error => error.code === lsp.LSPErrorCodes.RequestCancelled);
	assert.deepStrictEqual(codes((await client.pull(document)).items), ['CU401']);
	await client.stop();
});

test('commands', async t => {
	const client = new Client(t, {});
	await client.start(CAPABILITIES);
	const document = await client.open('a.cu', SHUFFLE);
	await client.diagnostics(document);
	const run = (command, argument) => client.connection.sendRequest(lsp.ExecuteCommandRequest.type,
		{ command, arguments: [argument] });
	assert.match((await run('cudalint.explain', { code: 'CU401' })).markdown, /Why is this bad/);
	await assert.rejects(run('cudalint.explain', { code: 'CU0' }), /code or name of a rule/);
	assert.strictEqual(await run('cudalint.apply', { uri: document.uri }), true);
	await client.change(document, editsOf(client.edits[0], document));
	assert.deepStrictEqual(codes(await client.diagnostics(document)), []);
	const report = path.join(client.root, 'report.html');
	const written = await run('cudalint.exportReport', { format: 'html', path: report, folder: client.root });
	assert.strictEqual(written.path, report);
	assert.match(fs.readFileSync(report, 'utf8'), /<html[\s\S]*CU401/);
	await assert.rejects(run('cudalint.exportReport', { format: 'html', path: '/no/such/folder/r.html' }));
	await client.stop();
});

test('fix all', async t => {
	const client = new Client(t, {});
	await client.start(CAPABILITIES);
	const text = SHUFFLE.replace('out[i] = v;', 'out[i] = __shfl_up(v, 1);');
	const document = await client.open('a.cu', text);
	const whole = { start: { line: 0, character: 0 }, end: document.positionAt(text.length) };
	const [all] = await client.actions(document, whole, ['source.fixAll.cudalint']);
	await client.change(document, editsOf(all.edit, document));
	assert.deepStrictEqual(codes(await client.diagnostics(document)), []);
	assert.deepStrictEqual(await client.actions(document, whole, ['source.fixAll']), []);
	await client.stop();
});

test('a setting that is not known is told', async t => {
	const client = new Client(t, { archs: ['sm_90'] });
	const shown = [];
	client.connection.onNotification(lsp.ShowMessageNotification.type, params => shown.push(params.message));
	await client.start(CAPABILITIES);
	await client.open('a.cu', SHUFFLE);
	for (let tries = 0; tries < 200 && !shown.length; tries++)
		await new Promise(resolve => setTimeout(resolve, 50));
	assert.match(shown[0], /cudalint\.archs.*did you mean 'arch'/);
	await client.stop();
});
