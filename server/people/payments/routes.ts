import type { CallInput } from '@bourse/contract';
import {
  isSameName,
  paymentCodeOf,
  payMethodList,
  payMethodOfType,
  payMethodTypes,
  removePayMethod,
  savePayMethod,
} from '@bourse/contract/payments';
import { type AnswerTo, done, type Gateway, type Member, networkOf, refused } from '../../ground/gateway/index.ts';
import type { Proofs, Sessions, SiteSettings } from '../identity/index.ts';
import type { SecurityLog } from '../../ground/security-log/index.ts';
import type { VerifiedNames } from './ports.ts';
import { readData } from './read-data.ts';
import { methodOnWire, offeredCodes, typeOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the calls about payment methods. */
export interface PaymentParts extends With<'paymentMethods'> {
  readonly proofs: { readonly payPasswords: Pick<Proofs['payPasswords'], 'check'> };
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  readonly settings: Pick<SiteSettings, 'payment_types'>;
  readonly verified: VerifiedNames;
}

/** Serves the payment methods of users. */
export function registerPayments(gateway: Gateway, parts: PaymentParts): void {
  const { paymentMethods, proofs, securityLog, sessions, settings, verified } = parts;
  const offered = () => offeredCodes(settings.payment_types);

  gateway.visitor(payMethodTypes, (_input, { language }) => done(offered().map((code) => typeOnWire(code, language))));

  gateway.member(payMethodList, async (_input, { language, user }) => {
    const [name, methods] = await Promise.all([verified.nameOf(user), paymentMethods.list(user)]);
    return done({
      real_name: name ?? '',
      methods: methods.map((method) => methodOnWire(method, offered(), language)),
    });
  });

  gateway.member(payMethodOfType, async ({ type }, { language, user }) => {
    const code = paymentCodeOf(type);
    if (code === null) return refused('collect_type_unknown');
    const methods = (await paymentMethods.list(user)).filter((method) => method.code === code);
    const newest = methods.toSorted((a, b) => b.changedAtMs - a.changedAtMs || b.id - a.id).at(0);
    return done(newest === undefined ? null : methodOnWire(newest, offered(), language));
  });

  gateway.member(savePayMethod, save);

  gateway.member(removePayMethod, async (input, { address, user }) => {
    if (!(await paymentMethods.remove(user, Number(input.id)))) return refused('collect_unknown');
    securityLog.record('payment_method_removed', { user, network: networkOf(address) });
    return done(null);
  });

  /** Checks everything else before the trade password, whose attempts are limited. */
  async function save(input: CallInput<typeof savePayMethod>, member: Member): Promise<AnswerTo<typeof savePayMethod>> {
    const { address, language, session, user } = member;
    const id = input.id === undefined ? null : Number(input.id);
    const edited = id === null ? null : await paymentMethods.find(user, id);
    if (id !== null && edited === null) return refused('collect_unknown');
    const code = paymentCodeOf(input.type);
    if (code === null || !offered().includes(code) || (edited !== null && edited.code !== code)) {
      return refused('collect_type_unknown');
    }
    const name = await verified.nameOf(user);
    if (name === null) return refused('collect_verification_required');
    const read = readData(code, input.raw_data);
    if ('ok' in read) return read;
    if (!isSameName(read.data.real_name ?? '', name)) return refused('collect_name_differs');
    const wrong = await proofs.payPasswords.check(user, input.pay_password, member);
    if (wrong !== null) return wrong;
    // The session may have ended while the password was compared.
    if (sessions.stillKnown(session) === undefined) return refused('session_ended');
    const saved = await paymentMethods.save(user, { id, code, data: read.data });
    if ('ok' in saved) return saved;
    if (saved.version !== edited?.version) {
      securityLog.record('payment_method_saved', { user, network: networkOf(address) });
    }
    return done(methodOnWire(saved, offered(), language));
  }
}
