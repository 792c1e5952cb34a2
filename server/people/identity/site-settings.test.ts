import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAppDatabase, openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { LiveSettings } from './live-settings.ts';
import { publicConfig, siteDefaultsOf } from './site-settings.ts';

const simulated = { simulatedMarket: true, keepsMessages: true, dialog: null };
const real = { simulatedMarket: false, keepsMessages: false, dialog: null };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await database.drop();
});

async function read(demo = true) {
  const db = openAppDatabase(openAppPool(database.settings));
  try {
    return { ...(await LiveSettings.open(db, siteDefaultsOf(demo))).now };
  } finally {
    await db.destroy();
  }
}

test('a demo shows undivided volumes and a contact; a live exchange has the specified divisor and no contact', async () => {
  const demo = await read();
  expect(demo.volume_display_divisor).toBe(1);
  expect([demo.contact_mobile, demo.contact_email]).toEqual(['+1 202 555 0143', 'help@bourse.example']);
  const live = await read(false);
  expect([live.volume_display_divisor, live.contact_mobile, live.contact_email]).toEqual([50, '', '']);
});

test('readings of the settings follow one another, so that the newest values stay', async () => {
  const reads = new CountedReads();
  const db = openAppDatabase(openAppPool(database.settings)).withPlugin(reads);
  const settings = await LiveSettings.open(db, siteDefaultsOf(true));
  await Promise.all([settings.reload(), settings.reload(), settings.reload()]);
  expect(reads).toMatchObject({ open: 0, most: 1 });
  await db.destroy();
});

/** Counts the queries that run at the same time. */
class CountedReads implements KyselyPlugin {
  open = 0;
  most = 0;

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.open -= 1;
    return Promise.resolve(result);
  }
}

describe('the notice on the home page', () => {
  test('describes a simulated market in the language of the visitor', async () => {
    const settings = await read();
    expect(publicConfig(settings, simulated, 'en').dialog_title).toBe('This is a demo');
    expect(publicConfig(settings, simulated, 'zh').dialog_content).toContain('充值和提现在演示专用的区块链上进行');
    expect(publicConfig(settings, real, 'en')).toMatchObject({ dialog_title: '', dialog_content: '' });
  });

  test('is the one set by the operator, or none if that is empty', async () => {
    await database.query(`insert into app.site_settings values ('dialog_content', '""'), ('dialog_title', '"Hello"')`);
    expect(publicConfig(await read(), simulated, 'de')).toMatchObject({ dialog_title: 'Hello', dialog_content: '' });
  });
});
