/* The user's settings (section "cudalint") as the language server and the command line take them. Nothing here
 * needs the editor, so that it can be tested without one. */
'use strict';

const os = require('os');
const path = require('path');

/* Settings that are the extension's own; the server would call them unknown. */
const OWN = ['path', 'outline', 'trace'];

/* Those that the server takes, by their names. */
const SERVER = ['select', 'extendSelect', 'ignore', 'arch', 'chip', 'cudaPath', 'config', 'compileCommands',
	'flags', 'allowIncludes', 'preview', 'incremental', 'lens', 'hints', 'hoverMessage', 'proofs', 'project',
	'workspaceDiagnostics', 'baseline', 'debounce', 'timeout', 'maxMemory', 'maxWorkers', 'jobs'];

/* Those that hold a path. */
const PATHS = ['cudaPath', 'config', 'compileCommands', 'baseline'];

/**
 * Replaces `~` and `${...}` in a setting. What isn't known stays as it is, so that the message about it shows it.
 * @param {string} text
 * @param {string | undefined} folder of the workspace
 */
function substitute(text, folder) {
	return text
		.replace(/^~(?=$|[/\\])/, os.homedir())
		.replace(/\$\{(workspaceFolder|userHome|env:([^}]+))\}/g, (all, name, variable) => {
			if (variable !== undefined)
				return process.env[variable] ?? '';
			return name === 'userHome' ? os.homedir() : folder ?? all;
		});
}

/**
 * The program to run: a bare name is left to PATH, any other relative path starts at the workspace folder.
 * @param {string | undefined} setting
 * @param {string | undefined} folder
 */
function programPath(setting, folder) {
	const text = substitute((setting ?? '').trim() || 'cudalint', folder);
	const isName = !/[/\\]/.test(text);
	return isName || path.isAbsolute(text) || !folder ? text : path.join(folder, text);
}

/**
 * What the server is to know.
 * @param {(name: string) => any} get a setting's value
 * @param {string | undefined} folder
 * @returns {Record<string, any>}
 */
function serverSettings(get, folder) {
	/** @type {Record<string, any>} */
	const settings = {};
	for (const name of SERVER) {
		const value = get(name);
		if (value === undefined || value === null || value === '')
			continue;
		if (PATHS.includes(name) && typeof value === 'string')
			settings[name] = substitute(value, folder);
		else if (name === 'flags' && Array.isArray(value))
			settings[name] = value.map(flag => typeof flag === 'string' ? substitute(flag, folder) : flag);
		else
			settings[name] = value;
	}
	return settings;
}

/**
 * The settings that decide what is found as options of `cudalint check`; flags of the compiler come last, after "--".
 * @param {Record<string, any>} settings of serverSettings()
 * @param {string[]} paths
 * @param {string[]} more options
 */
function checkArguments(settings, paths, more) {
	const lists = { select: '--select', extendSelect: '--extend-select', ignore: '--ignore', arch: '--arch' };
	const words = { chip: '--chip', cudaPath: '--cuda-path', config: '--config' };
	const args = ['check', '--format=concise', '--color=never'];
	for (const [name, option] of Object.entries(lists))
		if (Array.isArray(settings[name]) && settings[name].length)
			args.push(`${option}=${settings[name].join(',')}`);
	for (const [name, option] of Object.entries(words))
		if (settings[name] !== undefined)
			args.push(`${option}=${settings[name]}`);
	if (settings.preview)
		args.push('--preview');
	if (settings.compileCommands)
		args.push('-p', settings.compileCommands);
	args.push(...more, ...paths);
	if (Array.isArray(settings.flags) && settings.flags.length)
		args.push('--', ...settings.flags);
	return args;
}

module.exports = { OWN, SERVER, substitute, programPath, serverSettings, checkArguments };
