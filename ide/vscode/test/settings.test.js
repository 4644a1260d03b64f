/* Settings: what is replaced in paths, where the program is, what the server and the command line are told. */
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const os = require('node:os');
const { test } = require('node:test');
const { programPath, serverSettings, checkArguments, substitute } = require('../src/settings');
const { program } = require('./program');

test('paths', () => {
	process.env.CUDALINT_TEST = '/x';
	assert.strictEqual(substitute('~/a', '/w'), `${os.homedir()}/a`);
	assert.strictEqual(substitute('a~/b', '/w'), 'a~/b');
	assert.strictEqual(substitute('${workspaceFolder}/b:${userHome}', '/w'), `/w/b:${os.homedir()}`);
	assert.strictEqual(substitute('${env:CUDALINT_TEST}/${env:NO_SUCH_ONE}', '/w'), '/x/');
	assert.strictEqual(substitute('${workspaceFolder}/${other}', undefined), '${workspaceFolder}/${other}');
});

test('the program', () => {
	assert.strictEqual(programPath(undefined, '/w'), 'cudalint');
	assert.strictEqual(programPath('  ', '/w'), 'cudalint');
	assert.strictEqual(programPath('cudalint-2', '/w'), 'cudalint-2');
	assert.strictEqual(programPath('build/cudalint', '/w'), '/w/build/cudalint');
	assert.strictEqual(programPath('/usr/bin/cudalint', '/w'), '/usr/bin/cudalint');
	assert.strictEqual(programPath('./cudalint', undefined), './cudalint');
});

test('what the server is told', () => {
	const values = { arch: ['sm_90'], chip: '', jobs: null, lens: false, config: '~/c.yml', path: 'x', outline: 'on',
		flags: ['-I${workspaceFolder}/include', '-O3'], cudaPath: 'none' };
	assert.deepStrictEqual(serverSettings(name => values[name], '/w'), { arch: ['sm_90'], cudaPath: 'none',
		config: `${os.homedir()}/c.yml`, flags: ['-I/w/include', '-O3'], lens: false });
});

test('the command line', () => {
	assert.deepStrictEqual(checkArguments({}, [], []), ['check', '--format=concise', '--color=never']);
	assert.deepStrictEqual(
		checkArguments({ arch: ['sm_80', 'sm_90'], select: [], ignore: ['CU1'], chip: 'a100', preview: true,
			compileCommands: 'build', flags: ['-I.'] }, ['src'], ['--quiet']).slice(3),
		['--ignore=CU1', '--arch=sm_80,sm_90', '--chip=a100', '--preview', '-p', 'build', '--quiet', 'src', '--', '-I.']);
});

test('the program takes all of that', () => {
	const args = checkArguments({ arch: ['sm_80', 'sm_90'], select: ['ALL'], extendSelect: ['CU101'], ignore: ['CU1'],
		chip: 'a100', cudaPath: 'none', preview: true, flags: ['-I.'] }, [__dirname], ['--quiet', '--no-config']);
	const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
	assert.ok(status === 0 || status === 2 && /nothing to lint/.test(stderr), `${status}: ${stderr}`);
});
