import { describe, expect, it, test } from 'vitest';
import { conforms } from '../conforms.ts';
import type { ConsoleCall } from './declare.ts';
import { p2pCalls } from './p2p.ts';

const readers = ['support', 'finance', 'risk', 'admin'];

/** The roles that may make each call about peer-to-peer trading. */
const audiences: Readonly<Record<keyof typeof p2pCalls, readonly string[]>> = {
  p2pFigures: readers,
  p2pMerchants: readers,
  decideP2pMerchant: ['risk'],
  p2pAds: readers,
  suspendP2pAd: ['support', 'risk'],
  p2pOrders: readers,
  holdP2pOrder: ['risk'],
  p2pOrderCase: ['support', 'risk'],
  p2pImage: ['support', 'risk'],
  p2pAppeals: ['support', 'risk'],
  takeP2pAppeal: ['support', 'risk'],
  sayInP2pAppeal: ['support', 'risk'],
  resolveP2pAppeal: ['risk'],
  reviewP2pAppeal: ['risk'],
  p2pBonds: ['finance', 'risk', 'admin'],
  payP2pBond: ['finance', 'risk'],
  returnP2pBond: ['finance'],
  p2pReports: ['support', 'risk'],
  decideP2pReport: ['support', 'risk'],
  p2pRates: ['finance', 'risk', 'admin'],
  setP2pRate: ['finance'],
};

const calls: [string, ConsoleCall][] = Object.entries(p2pCalls);

describe('the calls about peer-to-peer trading', () => {
  it.each(Object.entries(audiences))('%s is for %j alone', (name, audience) => {
    expect(calls.find(([one]) => one === name)?.[1].audience).toEqual(audience);
  });

  it('that move coins or change a decision need a second person', () => {
    const careful = calls.filter(([, { fourEyes }]) => fourEyes).map(([name]) => name);
    expect(careful).toEqual(['resolveP2pAppeal', 'reviewP2pAppeal', 'payP2pBond', 'returnP2pBond', 'setP2pRate']);
  });

  it('that show or decide about an order name both of its sides', () => {
    for (const [name, { concerns, path }] of calls) {
      const isAbout = /^p2p\/(?:orders|appeals)\//.test(path);
      expect([name, concerns?.kind === 'p2p_order']).toEqual([name, isAbout]);
    }
  });
});

test('the words of a decision refuse characters that deceive its readers', () => {
  const { words } = p2pCalls.resolveP2pAppeal.input.properties;
  expect(conforms(words, 'The payment arrived on the account of the seller in full.')).toBe(true);
  for (const text of ['', 'paid \u202e', 'paid\u200b', 'x'.repeat(1_001)])
    expect([text, conforms(words, text)]).toEqual([text, false]);
});
