import type { TextFile } from './source.ts';

const MAX_FILE_LINES = 500;
const DUMPING_GROUNDS = /^(utils?|helpers?|common|lib|misc|types)$/;
/** Files that may exceed the line limit because they are generated. */
const MAY_BE_LONG = /(^|\/)package-lock\.json$|\.generated\.ts$/;
/** Folders of a particular machine. A path inside the repository never starts like this. */
const MACHINE_PATH = /(?<![\w.-])\/(?:home|Users|work|root)\/\w|[A-Z]:\\{1,2}Users\\/;
const UNFINISHED = /\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;
const SILENCED =
  /(?:oxlint|eslint)-disabl[e]|@ts-(?:ignor[e]|nochec[k]|expect-erro[r])|(?:prettier|oxfmt)-ignor[e]|(?:v8|istanbul) ignor[e]/;
const PROGRAM = /\.(ts|tsx|mjs)$/;

/** Reports meaningless names of folders and files. */
export function nameViolations(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => DUMPING_GROUNDS.test(segment.replace(/(\.(test|d))?\.[a-z]+$/, '')))
    .map((segment) => `${path}: ${segment} is a dumping ground; name it after what it does`);
}

/** Reports a program over the line limit. */
export function sizeViolations(file: TextFile): string[] {
  if (!PROGRAM.test(file.path) || MAY_BE_LONG.test(file.path)) return [];
  const lines = file.text.trimEnd().split('\n').length;
  return lines > MAX_FILE_LINES ? [`${file.path} has ${lines} lines; the limit is ${MAX_FILE_LINES}`] : [];
}

/** Reports lines with machine paths, unfinished work or silenced checks. */
export function lineViolations(file: TextFile): string[] {
  if (MAY_BE_LONG.test(file.path)) return [];
  return file.text.split('\n').flatMap((line, index) => {
    const place = `${file.path}:${index + 1}`;
    return [
      ...(MACHINE_PATH.test(line) ? [`${place} contains a path of a particular machine`] : []),
      ...(PROGRAM.test(file.path) && UNFINISHED.test(line) ? [`${place} is unfinished`] : []),
      ...(PROGRAM.test(file.path) && SILENCED.test(line) ? [`${place} silences a check`] : []),
    ];
  });
}
