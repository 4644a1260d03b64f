/* The language server: started, restarted, told of settings, and what of its talk is changed on the way. */
'use strict';

const { execFile } = require('child_process');
const vscode = require('vscode');
const { LanguageClient, State } = require('vscode-languageclient/node');
const { programPath, serverSettings } = require('./settings');

/* Files in CUDA, whatever language another extension takes them for. */
const SELECTOR = [
	{ scheme: 'file', language: 'cuda-cpp' },
	{ scheme: 'untitled', language: 'cuda-cpp' },
	{ scheme: 'file', pattern: '**/*.{cu,cuh}' },
];

/* Extensions that list a file's functions themselves. */
const OUTLINERS = ['llvm-vs-code-extensions.vscode-clangd', 'ms-vscode.cpptools', 'ccls-project.ccls'];

/** The first folder of the workspace, which the server runs in. */
function firstFolder() {
	const folder = vscode.workspace.workspaceFolders?.find(each => each.uri.scheme === 'file');
	return folder?.uri.fsPath;
}

/** @param {vscode.Uri} [scope] */
function settings(scope) {
	const configuration = vscode.workspace.getConfiguration('cudalint', scope);
	const folder = scope && vscode.workspace.getWorkspaceFolder(scope)?.uri.fsPath;
	return serverSettings(name => configuration.get(name), folder ?? firstFolder());
}

/** @param {vscode.Uri} [scope] */
function program(scope) {
	const setting = vscode.workspace.getConfiguration('cudalint', scope).get('path');
	const folder = scope && vscode.workspace.getWorkspaceFolder(scope)?.uri.fsPath;
	return programPath(/** @type {string} */ (setting), folder ?? firstFolder());
}

/**
 * Whether a program answers as cudalint does.
 * @param {string} command
 * @param {string | undefined} folder
 * @returns {Promise<string | undefined>} what is wrong with it; undefined: nothing
 */
function problemWith(command, folder) {
	return new Promise(resolve => {
		execFile(command, ['version'], { cwd: folder, timeout: 10000 }, (error, out) => {
			if (/** @type {NodeJS.ErrnoException | null} */ (error)?.code === 'ENOENT')
				resolve(`the program '${command}' is not there. Install it, or say in the settings where it is.`);
			else if (error)
				resolve(`'${command}' can't be run: ${error.message.trim().split('\n').pop()}`);
			else
				resolve(/^cudalint /.test(out) ? undefined : `'${command}' is another program than cudalint.`);
		});
	});
}

function showsOutline() {
	const mode = vscode.workspace.getConfiguration('cudalint').get('outline');
	return mode === 'on' || (mode !== 'off' && !OUTLINERS.some(id => vscode.extensions.getExtension(id)));
}

/* The server asks for its section; the settings that are ours are kept from it. A rule's page is shown as it
 * is meant to be read. */
/** @type {import('vscode-languageclient/node').Middleware} */
const middleware = {
	workspace: {
		configuration: async (params, token, next) => {
			const all = await next(params, token);
			if (!Array.isArray(all))
				return all;
			return params.items.map((item, i) => item.section !== 'cudalint' ? all[i]
				: settings(item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined));
		},
	},
	window: {
		showDocument: async (params, token, next) => {
			const uri = vscode.Uri.parse(params.uri);
			if (params.external || uri.scheme !== 'file' || !uri.path.endsWith('.md'))
				return next(params, token);
			await vscode.commands.executeCommand('markdown.showPreview', uri);
			return { success: true };
		},
	},
	provideDocumentSymbols: (document, token, next) => showsOutline() ? next(document, token) : undefined,
};

class Server {
	/** @param {vscode.LogOutputChannel} output */
	constructor(output) {
		this.output = output;
		this.trace = vscode.window.createOutputChannel('cudalint trace', { log: true });
		/** @type {LanguageClient | undefined} */
		this.client = undefined;
		/** @type {Promise<void>} */
		this.turn = Promise.resolve();
		this.changed = new vscode.EventEmitter();
		/** Why it doesn't run; undefined: it does, or is about to. @type {string | undefined} */
		this.failure = undefined;
		this.command = '';
	}

	/** @returns {'starting' | 'running' | 'stopped'} */
	get state() {
		if (this.client?.state === State.Running)
			return 'running';
		return this.client?.state === State.Starting ? 'starting' : 'stopped';
	}

	get version() {
		return this.client?.initializeResult?.serverInfo?.version;
	}

	/** Starts it; one that runs is ended first. Turns follow each other, however fast they are asked for. */
	restart() {
		this.turn = this.turn.then(() => this.stop()).then(() => this.start());
		return this.turn;
	}

	async stop() {
		const client = this.client;
		this.client = undefined;
		await client?.dispose().catch(() => undefined);
	}

	async start() {
		const folder = firstFolder();
		const command = this.command = program();
		this.failure = await problemWith(command, folder);
		if (this.failure) {
			this.output.error(this.failure);
			this.changed.fire(undefined);
			void this.tellFailure();
			return;
		}
		const client = this.client = new LanguageClient('cudalint', 'cudalint',
			{ command, args: ['lsp'], options: folder ? { cwd: folder } : {} },
			{
				documentSelector: SELECTOR,
				initializationOptions: settings(),
				outputChannel: this.output,
				traceOutputChannel: this.trace,
				middleware,
			});
		client.onDidChangeState(() => this.changed.fire(undefined));
		try {
			await client.start();
		} catch (error) {
			/* The client has shown it already. */
			this.failure = error instanceof Error ? error.message : String(error);
		}
		this.changed.fire(undefined);
	}

	async tellFailure() {
		const chosen = await vscode.window.showErrorMessage(
			`cudalint: ${this.failure ?? 'the language server does not run.'}`,
			'Open Settings', 'Show Output', 'Try Again');
		if (chosen === 'Open Settings')
			await vscode.commands.executeCommand('workbench.action.openSettings', 'cudalint.path');
		else if (chosen === 'Show Output')
			this.output.show();
		else if (chosen === 'Try Again')
			await this.restart();
	}

	/** Settings have changed: another program is started, others are told to the one that runs. */
	async reconfigure() {
		if (program() !== this.command)
			await this.restart();
		else if (this.client?.state === State.Running)
			await this.client.sendNotification('workspace/didChangeConfiguration', { settings: null });
	}

	/**
	 * The client, once it runs. Undefined: it doesn't, and the user has been told.
	 * @returns {Promise<LanguageClient | undefined>}
	 */
	async running() {
		await this.turn;
		if (this.client?.state === State.Running)
			return this.client;
		void this.tellFailure();
		return undefined;
	}

	dispose() {
		this.changed.dispose();
		this.trace.dispose();
		return this.stop();
	}
}

module.exports = { SELECTOR, Server, firstFolder, program, settings };
