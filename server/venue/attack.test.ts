import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRebuild, rebuildProjections } from '../ground/core/index.ts';
import { type DeclaredRoute, reportPolicy } from '../ground/gateway/index.ts';
import { attack, declaredCalls, faultsOf, type Target, unreached } from '../testing/attack/index.ts';
import { RunningVenue } from '../testing/running-venue.ts';

/** A new seed on every run finds other faults over time. It is printed with each fault. */
const seed = Number(process.env['ATTACK_SEED'] ?? Date.now() % 1_000_000);

/** Takes a few seconds; `npm run attack` can send more. */
const requests = 6_000;

let venue: RunningVenue;
let pageFolder: string;

beforeAll(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'bourse-page-'));
  mkdirSync(join(pageFolder, 'assets'));
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>the page</title>');
  venue = await RunningVenue.open({ pageFolder });
});

afterAll(async () => {
  await venue.close();
  rmSync(pageFolder, { recursive: true });
});

test('arbitrary requests on both wires get answers that match the contract, and never move money that the user did not order to move', async () => {
  const attacked = new Set(declaredCalls.map(({ path }) => `/api/${path}`));
  const isCall = ({ policy, url }: DeclaredRoute): boolean =>
    url.startsWith('/api/') && !url.startsWith('/api/docs') && policy !== reportPolicy;
  const served = venue.routes.filter(isCall);
  expect(served.filter(({ url }) => !attacked.has(url))).toEqual([]);

  const report = await attack(target(), { requests, seed });
  expect(faultsOf(report, seed)).toEqual([]);
  expect(unreached(report).untried).toEqual([]);
}, 120_000);

function target(): Target {
  return {
    url: venue.url,
    makeSeller: async (account) => {
      await venue.database.query('update app.users set is_seller = true where email = $1', [account]);
    },
    inspect: async () => {
      const { settings: database } = venue.database;
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const report = await rebuildProjections({ database, mode: 'demo', nowMs: Date.now(), log });
      return { differing: report.equal ? [] : describeRebuild(report), venue: report.venue };
    },
    faults: () => venue.logged.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= 50),
  };
}
