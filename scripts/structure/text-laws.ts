import type { TextFile } from './source.ts';

const LONGEST_FILE_LINES = 500;
const DUMPING_GROUNDS = /^(utils?|helpers?|common|lib|misc|types)$/;
/** Written by programs. */
const MAY_BE_LONG = /(^|\/)package-lock\.json$|\.generated\.ts$/;
/** Folders of one person's machine. A path inside the repository never begins like this. */
const MACHINE_PATH = /(?<![\w.-])\/(?:home|Users|work|root)\/\w|[A-Z]:\\{1,2}Users\\/;
const UNFINISHED = /\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;
const SILENCED =
  /(?:oxlint|eslint)-disabl[e]|@ts-(?:ignor[e]|nochec[k]|expect-erro[r])|prettier-ignor[e]|(?:v8|istanbul) ignor[e]/;
const PROGRAM = /\.(ts|tsx|mjs)$/;

/** Sentences about names that say nothing of what is inside. */
export function nameViolations(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => DUMPING_GROUNDS.test(segment.replace(/(\.(test|d))?\.[a-z]+$/, '')))
    .map((segment) => `${path}: ${segment} is a dumping ground; name it after what it does`);
}

/** A sentence about a program too long to be read. */
export function sizeViolations(file: TextFile): string[] {
  if (!PROGRAM.test(file.path) || MAY_BE_LONG.test(file.path)) return [];
  const lines = file.text.trimEnd().split('\n').length;
  return lines > LONGEST_FILE_LINES ? [`${file.path} has ${lines} lines; ${LONGEST_FILE_LINES} are the most`] : [];
}

/** Sentences about lines that only make sense on one machine, are not finished, or silence a check. */
export function lineViolations(file: TextFile): string[] {
  if (MAY_BE_LONG.test(file.path)) return [];
  return file.text.split('\n').flatMap((line, index) => {
    const place = `${file.path}:${index + 1}`;
    return [
      ...(MACHINE_PATH.test(line) ? [`${place} names a folder of one machine`] : []),
      ...(PROGRAM.test(file.path) && UNFINISHED.test(line) ? [`${place} is not finished`] : []),
      ...(PROGRAM.test(file.path) && SILENCED.test(line) ? [`${place} silences a check`] : []),
    ];
  });
}
