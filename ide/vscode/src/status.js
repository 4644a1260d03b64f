/* The language status item ("{}" in the status bar): whether the server runs, which it is, and a way to restart it. */
'use strict';

const vscode = require('vscode');
const { SELECTOR } = require('./server');

/** @param {InstanceType<typeof import('./server').Server>} server */
function createStatus(server) {
	const item = vscode.languages.createLanguageStatusItem('cudalint', SELECTOR);
	item.name = 'cudalint';
	const update = () => {
		const state = server.state;
		item.busy = state === 'starting';
		item.text = server.version ? `cudalint ${server.version}` : 'cudalint';
		item.detail = server.failure ?? { running: server.command, starting: 'starts', stopped: 'does not run' }[state];
		item.severity = state === 'stopped'
			? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
		item.command = state === 'stopped'
			? { command: 'cudalint.restart', title: 'Restart' }
			: { command: 'cudalint.showOutput', title: 'Show Output' };
	};
	update();
	return vscode.Disposable.from(item, server.changed.event(update));
}

module.exports = { createStatus };
