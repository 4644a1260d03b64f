/* package.json, against the program and its sources: a setting that one of them doesn't know, a problem matcher that
 * doesn't fit what is printed. */
'use strict';

const assert = require('node:assert');
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const manifest = require('../package.json');
const { OWN, SERVER, checkArguments } = require('../src/settings');
const { program } = require('./program');

const root = path.join(__dirname, '..', '..', '..');
const properties = manifest.contributes.configuration.properties;

test('settings are those that the server knows', () => {
	const source = fs.readFileSync(path.join(root, 'ide', 'lsp_settings.c'), 'utf8');
	const known = /known\[\] = \{([^}]*)\}/.exec(source)[1].match(/\w+/g).filter(name => name !== 'trace');
	assert.deepStrictEqual([...SERVER].sort(), known.sort());
	const named = Object.keys(properties).map(name => name.split('.')[1]);
	assert.deepStrictEqual([...new Set(named)].sort(), [...SERVER, ...OWN].sort());
});

test('defaults are those of the server', () => {
	const source = fs.readFileSync(path.join(root, 'ide', 'lsp_settings.c'), 'utf8');
	const value = name => Number(new RegExp(`${name} = (\\d+)`).exec(source)[1]);
	assert.strictEqual(properties['cudalint.debounce'].default, value('DEBOUNCE_MS'));
	assert.strictEqual(properties['cudalint.timeout'].default, value('TIMEOUT_S'));
	assert.strictEqual(properties['cudalint.maxMemory'].default, value('MEMORY_MB'));
	assert.strictEqual(properties['cudalint.maxWorkers'].default, value('MOST_WORKERS'));
});

test('the version is that of the program', () => {
	assert.match(execFileSync(program, ['version'], { encoding: 'utf8' }), new RegExp(`^cudalint ${manifest.version}\\b`));
});

test('each setting is described', () => {
	for (const [name, property] of Object.entries(properties)) {
		assert.match(property.markdownDescription, /^[A-Z].*\.$/, name);
		assert.ok('default' in property, name);
	}
});

test('the problem matcher takes every line that is printed', () => {
	const { status, stdout } = spawnSync(program, checkArguments({}, ['testdata/demo'], ['--no-cache']),
		{ cwd: root, encoding: 'utf8' });
	assert.strictEqual(status, 1);
	const pattern = manifest.contributes.problemPatterns[0];
	const lines = stdout.trimEnd().split('\n');
	assert.ok(lines.length > 20);
	for (const line of lines) {
		const match = new RegExp(pattern.regexp).exec(line);
		assert.ok(match, line);
		assert.ok(fs.existsSync(path.join(root, match[pattern.file])), line);
		assert.ok(['error', 'warning', 'info'].includes(match[pattern.severity]), line);
		assert.match(match[pattern.code], /^CU\d{3}$/);
		assert.ok(Number(match[pattern.line]) > 0 && Number(match[pattern.column]) > 0);
	}
});

test('the problem matcher passes over other lines', () => {
	const { regexp } = manifest.contributes.problemPatterns[0];
	for (const line of ['cudalint: no-such-file.cu: no such file', '', 'a.cu:1:2: error: expected \';\''])
		assert.ok(!new RegExp(regexp).test(line), line);
});
