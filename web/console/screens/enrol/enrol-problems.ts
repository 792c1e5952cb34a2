import { staffPasswordLength } from '@bourse/contract/console';
import type { ConsoleKey } from '../../texts/texts.ts';
import { isCode } from '../../parts/code-input.tsx';

export interface EnrolValues {
  readonly password: string;
  readonly repeat: string;
  readonly first: string;
  readonly second: string;
}

type Problem = Extract<ConsoleKey, `enrol.${'passwordShort' | 'repeatDiffers' | 'codeMissing' | 'codesEqual'}`>;
type EnrolProblems = Readonly<Record<keyof EnrolValues, Problem | null>>;

export const noProblems: EnrolProblems = { password: null, repeat: null, first: null, second: null };

/** The mistakes in the form, by field. The server judges the strength of the password. */
export function enrolProblems({ password, repeat, first, second }: EnrolValues): EnrolProblems {
  return {
    password: Array.from(password).length < staffPasswordLength.min ? 'enrol.passwordShort' : null,
    repeat: repeat === password ? null : 'enrol.repeatDiffers',
    first: isCode(first) ? null : 'enrol.codeMissing',
    second: isCode(second) ? (second === first ? 'enrol.codesEqual' : null) : 'enrol.codeMissing',
  };
}
