import { setTimeout as pause } from 'node:timers/promises';
import { isNotSequenced, isUnanswered, refusalOf } from './refusals.ts';

/** The answers to one user's requests of one kind, and the requests without an answer. */
export interface Records<Request, Answer> {
  readonly made: { readonly request: Request; readonly answer: Answer }[];
  readonly refused: { readonly request: Request; readonly reason: string }[];
  readonly unanswered: Request[];
}

export function noRecords<Request, Answer>(): Records<Request, Answer> {
  return { made: [], refused: [], unanswered: [] };
}

/** Makes a request and records the answer or its absence. Returns whether it was answered. */
export async function record<Request, Answer>(
  { made, refused, unanswered }: Records<Request, Answer>,
  request: Request,
  ask: (request: Request) => Promise<Answer>,
): Promise<boolean> {
  try {
    made.push({ request, answer: await ask(request) });
    return true;
  } catch (fault) {
    if (isNotSequenced(fault)) return false;
    if (isUnanswered(fault)) unanswered.push(request);
    else refused.push({ request, reason: refusalOf(fault) });
    return !isUnanswered(fault);
  }
}

/** Repeats a request until it is answered or refused. */
export async function answerTo<Answer>(ask: () => Promise<Answer>): Promise<Answer | string> {
  for (const deadline = performance.now() + patienceMs; ; await pause(25)) {
    try {
      return await ask();
    } catch (fault) {
      if (!isUnanswered(fault) && !isNotSequenced(fault)) return refusalOf(fault);
      if (performance.now() > deadline) throw fault;
    }
  }
}

const patienceMs = 60_000;
