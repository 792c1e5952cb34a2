import { consoleCalls, consoleRefusals, sessionCalls, type ConsoleRefusals } from '@bourse/contract/console';
import { parameterNames } from '@bourse/contract/texts';
import { describe, expect, it } from 'vitest';
import { englishTexts } from './en/index.ts';

describe('the texts of refusals', () => {
  const declared: readonly ConsoleRefusals[] = [
    consoleRefusals,
    ...Object.values({ ...sessionCalls, ...consoleCalls }).map((call) => call.refusals),
  ];

  it('exist for every declared reason, with parameters that the server sends', () => {
    const texts = new Map<string, string>(Object.entries(englishTexts));
    const faults = declared.flatMap((refusals) =>
      Object.entries(refusals).flatMap(([key, details]) => {
        const text = texts.get(`refusal.${key}`);
        if (text === undefined) return [`${key} has no text`];
        return parameterNames(text)
          .filter((name) => !details.includes(name))
          .map((name) => `${key} has no detail ${name}`);
      }),
    );
    expect([...new Set(faults)]).toEqual([]);
  });
});
