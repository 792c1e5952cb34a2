import { paymentCalls, verificationCalls } from '@bourse/contract/console';
import type { OfferedPaymentType, OwnPaymentMethods, PaymentMethod } from '@bourse/contract/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankData } from '../../testing/bank-account.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person, RunningVenue } from '../../testing/running-venue.ts';
import { imageOf } from '../../testing/uploads.ts';

const payPassword = 'Vx7qmd3k';

let console: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let finance: StaffClient;
let ann: Person;
let stranger: Person;

beforeAll(async () => {
  console = await ConsoleVenue.open({
    settings: { demo_review_seconds: 0, payment_types: 'alipay,wxpay,bank,sepa' },
  });
  ({ venue } = console);
  risk = await console.staff(21, ['risk']);
  finance = await console.staff(22, ['finance']);
  ann = await verified('ann', 'Ann Lee');
  stranger = await venue.person('stranger');
});

afterAll(async () => {
  await console.close();
});

/** A user whom staff have verified with a name. */
async function verified(account: string, name: string): Promise<Person> {
  const person = await venue.person(account);
  const [front_pic, reverse_pic] = [await imageOf(venue, person.token), await imageOf(venue, person.token)];
  const fields = { name, card_id: `L01X${person.id}`, front_pic, reverse_pic, pay_password: payPassword };
  expect((await person.post('user_real/real_name', fields)).body.error).toBeUndefined();
  const { data } = await risk.call(verificationCalls.verifications, { user: person.id });
  const [row] = data.rows;
  if (row === undefined) throw new Error('nothing was submitted');
  const { id, version } = row;
  expect((await risk.call(verificationCalls.takeVerification, { id, version })).error).toBeUndefined();
  expect((await risk.call(verificationCalls.approveVerification, { id, version })).error).toBeUndefined();
  return person;
}

type Fields = Readonly<Record<string, unknown>>;

async function save(person: Person, changes: Fields = {}, raw: Fields = {}) {
  const input = { type: 'bank', raw_data: { ...bankData, ...raw }, pay_password: payPassword, ...changes };
  return (await person.post<PaymentMethod>('pay_method/save', input)).body;
}

async function own(person: Person): Promise<OwnPaymentMethods> {
  return (await person.get<OwnPaymentMethods>('pay_method/list')).body.data;
}

describe('the types', () => {
  test('are those of the setting, in its order, in the language of the caller', async () => {
    const { body } = await venue.get<OfferedPaymentType[]>('pay_method/types', { lang: 'de' });
    expect(body.data.map(({ code }) => code)).toEqual(['alipay', 'wxpay', 'bank', 'sepa']);
    expect(body.data[3]).toEqual({
      id: 4,
      code: 'sepa',
      name: 'SEPA-Überweisung',
      fields: [
        { name: 'real_name', required: 1 },
        { name: 'iban', required: 1 },
        { name: 'bic', required: 0 },
      ],
      fiats: ['EUR'],
      instant: 1,
      reversible: 0,
    });
  });

  test('that are not offered cannot be saved', async () => {
    for (const type of ['pix', 5, 'cash', 99, 'toString']) {
      expect((await save(ann, { type })).error).toBe('collect_type_unknown');
    }
  });
});

describe('saving a method', () => {
  test('needs a verified user and the verified name', async () => {
    expect((await own(stranger)).real_name).toBe('');
    expect((await save(stranger)).error).toBe('collect_verification_required');
    expect((await own(ann)).real_name).toBe('Ann Lee');
    expect((await save(ann, {}, { real_name: 'Аnn Lee' })).error).toBe('collect_name_differs');
    expect((await save(ann, {}, { real_name: '' })).error).toBe('collect_name_required');
  });

  test('checks the trade password last, so that other refusals use up no attempt', async () => {
    const kim = await verified('kim', 'Kim Lee');
    const raw = { real_name: 'Kim Lee' };
    expect((await save(kim, { pay_password: 'wrong-1' }, { ...raw, card_no: '1' })).error).toBe('collect_card_invalid');
    const refused = await save(kim, { pay_password: 'wrong-1' }, raw);
    expect([refused.error, refused.details]).toEqual(['pay_password_wrong', { left: 4 }]);
    expect((await save(kim, {}, raw)).code).toBe(1);
  });

  test('adds it, finds it by the id and the code of its type, changes it, and removes it', async () => {
    const added = await save(ann, { type: 3 }, { real_name: 'lee  ANN', card_no: '6222 0202 0011 2233 445' });
    expect(added).toMatchObject({ code: 1, message: 'The payment method was saved.' });
    const { id } = added.data;
    const data = { ...bankData, real_name: 'lee ANN' };
    expect(added.data).toMatchObject({ type: 3, code: 'bank', offered: 1, version: 1, raw_data: data });
    for (const type of ['3', 'bank']) {
      const found = await ann.get<PaymentMethod>(`pay_method/get_method_by_type?type=${type}`);
      expect(found.body.data.id).toBe(id);
    }
    expect((await ann.get('pay_method/get_method_by_type?type=sepa')).body.data).toBeNull();
    const changed = await save(ann, { id }, { bank_address: 'Side Street' });
    expect(changed.data).toMatchObject({ id, version: 2, raw_data: { bank_address: 'Side Street' } });
    expect((await own(ann)).methods).toEqual([changed.data]);
    expect((await save(ann, { id, type: 'sepa' })).error).toBe('collect_type_unknown');
    for (const [person, error] of [
      [stranger, 'collect_unknown'],
      [ann, undefined],
      [ann, 'collect_unknown'],
    ] as const) {
      expect((await person.post('pay_method/remove', { id })).body.error).toBe(error);
    }
    expect((await own(ann)).methods).toEqual([]);
  });

  test('attaches the image of a payment code, which must be the user’s own', async () => {
    const [image, foreign] = [await imageOf(venue, ann.token), await imageOf(venue, stranger.token)];
    const alipay = (qrcode: string) =>
      save(ann, { type: 'alipay', raw_data: { real_name: 'Ann Lee', account: 'ann@example.com', qrcode } });
    for (const qrcode of [foreign, 'https://example.com/image', 'f'.repeat(32)]) {
      expect((await alipay(qrcode)).error).toBe('collect_qrcode_unknown');
    }
    const saved = await alipay(image);
    expect(saved.data.raw_data.qrcode).toBe(`/api/common/image?id=${image}`);
    expect((await alipay(`/api/common/image?id=${image}`)).data).toEqual(saved.data);
  });
});

describe('staff', () => {
  test('see methods masked, and their versions only with a reason that the audit log records', async () => {
    const joe = await verified('joe', 'Joe Lee');
    const { id } = (await save(joe, {}, { real_name: 'Joe Lee' })).data;
    const listed = await finance.call(paymentCalls.userPaymentMethods, { id: joe.id });
    expect(listed.data.rows).toMatchObject([
      { id, code: 'bank', masked: { real_name: 'J••••', bank_name: 'First Bank', card_no: '•••• 3445' } },
    ]);
    expect(JSON.stringify(listed)).not.toContain('Street');
    const reasoned = { id: joe.id, method: id, reason_code: 'incident', reason: 'A buyer disputes it' } as const;
    expect((await finance.call(paymentCalls.userPaymentVersions, reasoned)).error).toBe('forbidden');
    const looked = await risk.call(paymentCalls.userPaymentVersions, reasoned);
    expect(looked.data.rows).toMatchObject([
      { version: 1, ended_at: null, used: false, raw_data: { card_no: bankData.card_no } },
    ]);
    const log = await venue.database.query(
      `select reason from app.operator_log where action = 'user/payment-methods/look' and subject_id = $1`,
      [String(joe.id)],
    );
    expect(log).toEqual([{ reason: 'A buyer disputes it' }]);
    expect((await risk.call(paymentCalls.userPaymentVersions, { ...reasoned, id: ann.id })).error).toBe('not_found');
  });
});
