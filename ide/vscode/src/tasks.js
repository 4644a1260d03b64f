/* Tasks of type "cudalint": `cudalint check` over a folder, its findings in the Problems view. The problem matcher has
 * the name that the language server's findings go by, and leaves open files to it, so that none is shown twice. */
'use strict';

const vscode = require('vscode');
const { program, settings } = require('./server');
const { checkArguments } = require('./settings');

/**
 * @param {vscode.TaskDefinition} definition
 * @param {vscode.WorkspaceFolder} folder
 */
function makeTask(definition, folder) {
	const args = checkArguments(settings(folder.uri), definition.paths ?? [], definition.args ?? []);
	const execution = new vscode.ProcessExecution(program(folder.uri), args, { cwd: folder.uri.fsPath });
	const name = definition.paths?.length ? `check ${definition.paths.join(' ')}` : 'check';
	const task = new vscode.Task(definition, folder, name, 'cudalint', execution, ['$cudalint']);
	task.group = vscode.TaskGroup.Test;
	task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent, clear: true };
	return task;
}

function registerTasks() {
	return vscode.tasks.registerTaskProvider('cudalint', {
		provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map(folder => makeTask({ type: 'cudalint' }, folder)),
		resolveTask: task => {
			const scope = task.scope;
			const folder = scope && typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
			return folder && makeTask(task.definition, folder);
		},
	});
}

module.exports = { registerTasks };
