/* The program that is tested: CUDALINT, else the one that was built last. */
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

function findProgram() {
	if (process.env.CUDALINT)
		return process.env.CUDALINT;
	const builds = path.join(__dirname, '..', '..', '..', 'build');
	const built = (fs.existsSync(builds) ? fs.readdirSync(builds) : [])
		.map(preset => path.join(builds, preset, 'cli', 'cudalint')).filter(file => fs.existsSync(file))
		.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
	if (!built.length)
		throw new Error('there is no program to test: build first, or say where it is in CUDALINT');
	return built[0];
}

/** A folder that is gone after the test. */
function makeFolder(t) {
	const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cudalint-test-')));
	t.after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

module.exports = { program: findProgram(), makeFolder };
