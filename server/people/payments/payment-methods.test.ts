import { imageUrl } from '@bourse/contract/images';
import { userId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { refused } from '../../ground/gateway/index.ts';
import { boxesOf } from '../../ground/secrets/index.ts';
import { PaymentMethods, type StoredMethod } from './payment-methods.ts';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const clock = { ms: 1_800_000_000_000 };

let database: TestDatabase;
let db: Kysely<Schema>;
let methods: PaymentMethods;
let attached: Map<string, string>;
let ann = userId(100_000);
const ben = userId(100_001);

async function addUser(id: number): Promise<void> {
  await database.query(
    `insert into app.users (id, email, mobile, password_hash, invite_code, created_at) values ($1, '', '', '', $2, 0)`,
    [id, `C${id}`],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  await addUser(ben);
});

beforeEach(async () => {
  clock.ms += 10 * yearMs;
  ann = userId(ann + 10);
  await addUser(ann);
  attached = new Map();
  methods = withKey(7);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** The methods of a process with a secret key. */
function withKey(key: number): PaymentMethods {
  return new PaymentMethods({
    db,
    box: boxesOf(Buffer.alloc(32, key))('payment methods'),
    images: {
      attach: (_transaction, user, image, { owner }) => {
        const id = image.slice(-32);
        if (user !== ann || attached.has(id)) return Promise.resolve(refused('image_unknown'));
        attached.set(id, owner);
        return Promise.resolve(id);
      },
      detach: (_transaction, id) => {
        attached.set(id, 'nothing');
        return Promise.resolve();
      },
    },
    settings: { images_payment_days: 1_825 },
    now: () => clock.ms,
  });
}

function bankData(cardNo: string) {
  return { real_name: 'Ann Lee', bank_name: 'First Bank', bank_address: 'Main Street', card_no: cardNo };
}

function imageId(letter: string): string {
  return letter.repeat(32);
}

function alipayData(letter: string) {
  return { real_name: 'Ann Lee', account: 'ann@example.com', qrcode: imageUrl(imageId(letter)) };
}

function saved(answer: Awaited<ReturnType<PaymentMethods['save']>>): StoredMethod {
  if ('ok' in answer) throw new Error(answer.error);
  return answer;
}

async function add(cardNo: string, user = ann) {
  return methods.save(user, { id: null, code: 'bank', data: bankData(cardNo) });
}

async function edit(id: number, cardNo: string, user = ann) {
  return methods.save(user, { id, code: 'bank', data: bankData(cardNo) });
}

describe('the methods of a user', () => {
  test('are at most three of each type, also when they are saved at once', async () => {
    const answers = await Promise.all(['1111', '2222', '3333', '4444', '5555'].map((cardNo) => add(cardNo)));
    const refusals = answers.flatMap((answer) => ('ok' in answer ? [answer] : []));
    expect(refusals).toHaveLength(2);
    expect(refusals).toMatchObject([{ error: 'collect_too_many', parameters: { maximum: 3 } }, {}]);
    saved(await methods.save(ann, { id: null, code: 'alipay', data: alipayData('a') }));
    const [first] = await methods.list(ann);
    expect(await methods.list(ann)).toHaveLength(4);
    expect(await methods.remove(ann, first?.id ?? 0)).toBe(true);
    saved(await add('6666'));
  });

  test('are saved once if the same values are saved again', async () => {
    const first = saved(await add('1111'));
    expect(saved(await add('1111'))).toEqual(first);
    expect(saved(await edit(first.id, '1111'))).toEqual(first);
    expect(await methods.list(ann)).toEqual([first]);
  });

  test('change at most ten times in 24 hours, but can always be removed', async () => {
    const { id } = saved(await add('1000'));
    for (let change = 1; change < 10; change += 1) saved(await edit(id, String(1000 + change)));
    expect(await edit(id, '2000')).toMatchObject({ error: 'collect_too_often', parameters: { maximum: 10 } });
    expect(await methods.remove(ann, id)).toBe(true);
    expect(await add('3000')).toMatchObject({ error: 'collect_too_often' });
    clock.ms += dayMs;
    saved(await add('3000'));
  });

  test('cannot be found, changed or removed by other users', async () => {
    const { id } = saved(await add('1111'));
    expect(await methods.find(ben, id)).toBeNull();
    expect(await edit(id, '2222', ben)).toMatchObject({ error: 'collect_unknown' });
    expect(await methods.remove(ben, id)).toBe(false);
    expect(await methods.versions(ben, id)).toEqual([]);
    expect(await inTransaction(db, (transaction) => methods.use(transaction, ben, id))).toBeNull();
    expect((await methods.find(ann, id))?.data.card_no).toBe('1111');
  });

  test('keep their type', async () => {
    const { id } = saved(await add('1111'));
    expect(await methods.save(ann, { id, code: 'alipay', data: alipayData('b') })).toMatchObject({
      error: 'collect_unknown',
    });
  });
});

describe('the stored data', () => {
  test('is sealed for its user, method and version', async () => {
    const first = saved(await add('6222020200112233445'));
    saved(await edit(first.id, '6222020200112233446'));
    const rows = await database.query<{ data: Buffer }>('select data from app.payment_method_versions');
    for (const { data } of rows) expect(data.toString('latin1')).not.toContain('62220202');
    await expect(withKey(8).list(ann)).rejects.toThrow('cannot be opened');
    await database.query(
      `update app.payment_method_versions v set data = o.data from app.payment_method_versions o
       where v.method_id = $1 and o.method_id = $1 and v.version = 2 and o.version = 1`,
      [first.id],
    );
    await expect(methods.list(ann)).rejects.toThrow(`user ${ann} method ${first.id} version 2 cannot be opened`);
  });
});

describe('the versions of a method', () => {
  test('stay readable after changes and removal', async () => {
    const { id } = saved(await add('1111'));
    clock.ms += 1_000;
    expect(saved(await edit(id, '2222')).version).toBe(2);
    await methods.remove(ann, id);
    expect(await methods.list(ann)).toEqual([]);
    expect((await methods.versions(ann, id)).map(({ data, version }) => [version, data.card_no])).toEqual([
      [2, '2222'],
      [1, '1111'],
    ]);
  });

  test('are deleted 30 days after their end, those of orders after five years, the current one never', async () => {
    const { id } = saved(await add('1111'));
    const used = await inTransaction(db, (transaction) => methods.use(transaction, ann, id));
    expect(used?.version).toBe(1);
    saved(await edit(id, '2222'));
    saved(await edit(id, '3333'));
    const left = async () => (await methods.versions(ann, id)).map(({ version }) => version);
    clock.ms += 30 * dayMs;
    await methods.sweep();
    expect(await left()).toEqual([3, 2, 1]);
    clock.ms += 1;
    await methods.sweep();
    expect(await left()).toEqual([3, 1]);
    clock.ms += 5 * yearMs;
    await methods.sweep();
    expect(await left()).toEqual([3]);
    await methods.remove(ann, id);
    clock.ms += 30 * dayMs + 1;
    await methods.sweep();
    const rows = await database.query('select id from app.payment_methods where id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('the image of a payment code', () => {
  test('belongs to one method until a version with another image replaces it or the method is removed', async () => {
    const { id } = saved(await methods.save(ann, { id: null, code: 'alipay', data: alipayData('a') }));
    const owner = `payment method ${id}`;
    expect(attached).toEqual(new Map([[imageId('a'), owner]]));
    const renamed = { ...alipayData('a'), account: 'lee@example.com' };
    expect(saved(await methods.save(ann, { id, code: 'alipay', data: renamed })).version).toBe(2);
    expect(attached).toEqual(new Map([[imageId('a'), owner]]));
    saved(await methods.save(ann, { id, code: 'alipay', data: alipayData('b') }));
    expect(attached).toEqual(new Map(Object.entries({ [imageId('a')]: 'nothing', [imageId('b')]: owner })));
    await methods.remove(ann, id);
    expect([...attached.values()]).toEqual(['nothing', 'nothing']);
  });

  test('is refused if it is unknown or shown by another method, and nothing is stored', async () => {
    saved(await methods.save(ann, { id: null, code: 'alipay', data: alipayData('a') }));
    const again = await methods.save(ann, { id: null, code: 'wxpay', data: alipayData('a') });
    expect(again).toMatchObject({ error: 'collect_qrcode_unknown' });
    const rows = await database.query('select code from app.payment_methods where user_id = $1', [ann]);
    expect(rows).toEqual([{ code: 'alipay' }]);
  });
});
