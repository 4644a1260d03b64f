/* The extension's beginning and end. */
'use strict';

const vscode = require('vscode');
const { registerCommands } = require('./commands');
const { Server } = require('./server');
const { createStatus } = require('./status');
const { registerTasks } = require('./tasks');

/** @type {InstanceType<typeof Server> | undefined} */
let server;

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
	const output = vscode.window.createOutputChannel('cudalint', { log: true });
	const own = server = new Server(output);
	context.subscriptions.push(output, registerCommands(own, output), registerTasks(), createStatus(own),
		vscode.workspace.onDidChangeConfiguration(change => {
			if (change.affectsConfiguration('cudalint'))
				void own.reconfigure();
		}),
		vscode.workspace.onDidGrantWorkspaceTrust(() => own.reconfigure()));
	await own.restart();
}

async function deactivate() {
	await server?.dispose();
}

module.exports = { activate, deactivate };
