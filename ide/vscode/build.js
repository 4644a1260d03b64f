/* Bundles the extension into dist/extension.js, and beside it the licences of what is bundled. */
'use strict';

const fs = require('fs');
const path = require('path');
const esbuild = require('esbuild');

/* The package that a bundled file is of: "node_modules/NAME" or "node_modules/@SCOPE/NAME". */
function packageOf(file) {
	return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function licenceOf(folder) {
	const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
	const file = fs.readdirSync(folder).find(each => /^licen[cs]e(\.|$)/i.test(each));
	if (!file)
		throw new Error(`${name} comes without the text of its licence`);
	return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
}

const result = esbuild.buildSync({
	entryPoints: ['src/extension.js'],
	outfile: 'dist/extension.js',
	bundle: true,
	minify: true,
	platform: 'node',
	target: 'node20',
	external: ['vscode'],
	legalComments: 'none',
	metafile: true,
});
const packages = new Set(Object.keys(result.metafile.inputs).map(packageOf).filter(Boolean));
fs.writeFileSync('dist/licences.txt', [...packages].sort().map(licenceOf).join('\n----\n\n'));
