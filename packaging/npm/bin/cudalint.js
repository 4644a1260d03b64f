#!/usr/bin/env node
// Runs the program that the package for this platform brings, and ends as it ends.
'use strict';
const { spawn } = require('child_process');
const path = require('path');

function fail(text) {
	process.stderr.write(`cudalint: ${text}\n`);
	process.exit(2);
}

function program() {
	const name = `@cudalint/${process.platform}-${process.arch}`;
	try {
		return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'cudalint');
	} catch {
		const built = Object.keys(require('../package.json').optionalDependencies);
		if (built.includes(name))
			fail(`the package ${name} is missing; install it, or cudalint anew, without --omit=optional`);
		return fail(`there is no program for ${process.platform}-${process.arch}, only ${built.join(', ')}`);
	}
}

const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.on(signal, () => child.kill(signal));
child.on('error', error => fail(error.message));
child.on('exit', (code, signal) => {
	if (!signal)
		process.exit(code);
	process.removeAllListeners(signal);
	process.kill(process.pid, signal);
});
