import { dirname } from 'node:path';
import { commentsOf, titlesOf } from './structure/prose.ts';
import { isTest, readTextFiles } from './structure/source.ts';

/**
 * Prints random comments and test titles for a reader to rate: `npm run prose-sample -- --seed N [--size 60]`. The same
 * seed draws the same sample from the same files.
 */
const [seed, size] = [numberAfter('--seed', 1), numberAfter('--size', 60)];
const programs = readTextFiles(dirname(import.meta.dirname)).filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path));
const comments = programs.flatMap((file) =>
  commentsOf(file).map(({ line, text }) => `${file.path}:${line}  ${flat(text)}`),
);
const titles = programs
  .filter(({ path }) => isTest(path))
  .flatMap((file) =>
    titlesOf(file)
      .filter(({ isSuite }) => !isSuite)
      .map(({ line, suites, text }) => `${file.path}:${line}  ${[...suites, text].join(' > ')}`),
  );

print('Comments', comments);
print('Test titles', titles);

function print(heading: string, all: readonly string[]): void {
  const lines = drawn(all).map((line, index) => `${String(index + 1).padStart(2)}. ${line}\n`);
  process.stdout.write(`${heading}: ${lines.length} of ${all.length}, seed ${seed}\n\n${lines.join('')}\n`);
}

/** A random sample without repetition, in random order (a partial Fisher-Yates shuffle). */
function drawn(all: readonly string[]): string[] {
  const rest = [...all];
  const random = generator(seed);
  return Array.from({ length: Math.min(size, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}

/** Mulberry32: numbers from 0 to below 1. */
function generator(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const first = Math.imul(state ^ (state >>> 15), state | 1);
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61));
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
  };
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function numberAfter(name: string, absent: number): number {
  const index = process.argv.indexOf(name);
  const value = index === -1 ? absent : Number(process.argv[index + 1]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} requires a non-negative whole number`);
  return value;
}
