/* The commands of the palette. */
'use strict';

const { execFile } = require('child_process');
const path = require('path');
const vscode = require('vscode');
const { firstFolder, program } = require('./server');

/** @typedef {InstanceType<typeof import('./server').Server>} Server */

/* Through a code action, which waits for the check of the text as it is. */
async function fixAll() {
	const editor = vscode.window.activeTextEditor;
	if (!editor)
		return;
	const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
	/** @type {vscode.CodeAction[]} */
	const actions = await vscode.commands.executeCommand(
		'vscode.executeCodeActionProvider', editor.document.uri, whole, 'source.fixAll.cudalint');
	const edit = actions?.find(action => action.edit)?.edit;
	if (!edit)
		void vscode.window.showInformationMessage('cudalint: there is nothing here that is safe to fix.');
	else if (!await vscode.workspace.applyEdit(edit))
		void vscode.window.showWarningMessage('cudalint: the file has changed meanwhile; try again.');
}

/**
 * All rules, as `cudalint rules` lists them.
 * @returns {Promise<{ code: string, name: string, summary: string }[]>}
 */
function listRules() {
	return new Promise((resolve, reject) => {
		execFile(program(), ['rules', '--format=json'], { cwd: firstFolder(), maxBuffer: 1 << 24 }, (error, out) => {
			if (error)
				return reject(error);
			try {
				const value = JSON.parse(out);
				resolve(Array.isArray(value) ? value : value.rules);
			} catch (wrong) {
				reject(wrong);
			}
		});
	});
}

/* Codes of the findings at the cursor. */
function codesHere() {
	const editor = vscode.window.activeTextEditor;
	if (!editor)
		return [];
	return vscode.languages.getDiagnostics(editor.document.uri)
		.filter(each => each.source === 'cudalint' && each.range.contains(editor.selection.active))
		.map(each => String(typeof each.code === 'object' ? each.code.value : each.code));
}

async function pickRule() {
	const here = codesHere();
	const rules = await listRules();
	const items = rules.map(rule => ({
		label: rule.code, description: rule.name, detail: rule.summary, isHere: here.includes(rule.code) }));
	items.sort((a, b) => Number(b.isHere) - Number(a.isHere));
	const chosen = await vscode.window.showQuickPick(items,
		{ placeHolder: 'Code, name or what the rule is about', matchOnDescription: true, matchOnDetail: true });
	return chosen?.label;
}

/**
 * @param {Server} server
 * @param {unknown} code
 */
async function explainRule(server, code) {
	const client = await server.running();
	const wanted = client && (typeof code === 'string' ? code : await pickRule());
	if (!client || !wanted)
		return;
	const page = await client.sendRequest('workspace/executeCommand',
		{ command: 'cudalint.explain', arguments: [{ code: wanted }] });
	/* The server shows the page's file itself; without a cache folder there is none. */
	if (page && !page.uri) {
		const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: page.markdown });
		await vscode.commands.executeCommand('markdown.showPreview', document.uri);
	}
}

async function pickFolder() {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const folder = folders.length > 1
		? await vscode.window.showWorkspaceFolderPick({ placeHolder: 'The folder that the report is about' })
		: folders[0];
	if (!folders.length)
		void vscode.window.showInformationMessage('cudalint: open a folder first; the report is about one.');
	return folder?.uri.fsPath;
}

/** @param {Server} server */
async function writeReport(server) {
	const client = await server.running();
	const folder = client && await pickFolder();
	const target = folder && await vscode.window.showSaveDialog({
		defaultUri: vscode.Uri.file(path.join(folder, 'cudalint.html')), filters: { HTML: ['html'] },
		title: 'Write an HTML report' });
	if (!client || !target)
		return;
	await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'cudalint: checking the folder for the report' },
		() => client.sendRequest('workspace/executeCommand',
			{ command: 'cudalint.exportReport', arguments: [{ format: 'html', path: target.fsPath, folder }] }));
	const open = await vscode.window.showInformationMessage(`cudalint: ${target.fsPath} is written.`, 'Open');
	if (open)
		await vscode.env.openExternal(target);
}

/**
 * @param {Server} server
 * @param {vscode.LogOutputChannel} output
 */
function registerCommands(server, output) {
	/** @type {[string, (...args: any[]) => any][]} */
	const commands = [
		['fixAll', fixAll],
		['explainRule', code => explainRule(server, code)],
		['writeReport', () => writeReport(server)],
		['restart', () => server.restart()],
		['showOutput', () => output.show()],
	];
	return vscode.Disposable.from(...commands.map(([name, run]) =>
		vscode.commands.registerCommand(`cudalint.${name}`, async (...args) => {
			try {
				return await run(...args);
			} catch (error) {
				const text = error instanceof Error ? error.message : String(error);
				void vscode.window.showErrorMessage(`cudalint: ${text}`);
			}
		})));
}

module.exports = { registerCommands };
