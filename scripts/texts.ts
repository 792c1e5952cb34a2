import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localeFaults } from './structure/locale-law.ts';
import { parsePrograms, readTextFiles } from './structure/source.ts';
import { readLocales, textsOf } from './texts/locales.ts';
import { unusedKeys } from './texts/text-use.ts';
import { keysFile, keysProgram } from './texts/write-keys.ts';

/**
 * `npm run texts`: generates the types of the English texts. For each language it prints texts that are missing,
 * unknown or have other parameters, and it prints texts that no program uses. Fails when a text is missing.
 */
const root = dirname(import.meta.dirname);
const locales = readLocales(root);

const program = keysProgram(locales.english);
const file = join(root, keysFile);
if (!existsSync(file) || readFileSync(file, 'utf8') !== program) {
  writeFileSync(file, program);
  console.log(`Wrote ${keysFile}.`);
}

const faults = localeFaults(locales);
for (const { tag, missing, unknown, differing, blank } of faults) {
  const counts = { missing, unknown, 'with other parameters': differing, blank };
  const said = Object.entries(counts).filter(([, keys]) => keys.length > 0);
  const size = textsOf([locales.english, ...locales.others].find((one) => one.tag === tag) ?? locales.english).size;
  console.log(`${tag}: ${size} texts${said.map(([what, keys]) => `, ${keys.length} ${what}`).join('')}`);
  for (const [what, keys] of said) for (const key of keys) console.log(`  ${what}: ${key}`);
}

const unused = unusedKeys(textsOf(locales.english), parsePrograms(readTextFiles(root)));
console.log(`${unused.length} unused`);
for (const key of unused) console.log(`  unused: ${key}`);

process.exitCode = faults.some(({ missing }) => missing.length > 0) ? 1 : 0;
