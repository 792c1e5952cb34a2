import type { saveWithdrawalAddress } from '@bourse/contract/addresses';
import type { CodeRefusal, SecondFactorRefusal } from '@bourse/contract/identity';
import type { Transaction } from 'kysely';
import type { Chains, CurrencyProtocol } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { type AnswerTo, done, type Member, networkOf, refused, type Refused } from '../../ground/gateway/index.ts';
import { type GivenFactor, nameDevice, type Proofs, type Sessions } from '../../people/identity/index.ts';
import type { AddressBook, Contact } from '../../people/notify/index.ts';
import type { SecurityLog } from '../../ground/security-log/index.ts';
import type { AddressDraft, WithdrawalAddresses } from './withdrawal-addresses.ts';
import { type GivenAddress, type OwnAddress, readAddress } from './read-address.ts';
import { addressOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

const usefulForMs = 2 * 86_400_000;

export interface AddressParts extends With<'notify' | 'now'> {
  readonly chains: Chains;
  readonly withdrawalAddresses: WithdrawalAddresses;
  readonly ownAddress: OwnAddress;
  readonly people: Pick<AddressBook, 'contactOf'>;
  readonly proofs: Pick<Proofs, 'codes' | 'factors'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  readonly views: Pick<Views, 'listings'>;
}

/** The proofs of a request: a code of purpose `security`, and the second factor. */
export interface GivenProofs extends GivenFactor {
  readonly code: string;
}

/** Saves an address. Everything else is checked before the proofs, and the code is used up with the change only. */
export async function saveAddress(
  parts: AddressParts,
  given: GivenAddress,
  proofs: GivenProofs,
  member: Member,
): Promise<AnswerTo<typeof saveWithdrawalAddress>> {
  const { withdrawalAddresses, notify, people, securityLog, views } = parts;
  const { user } = member;
  const read = await readAddress(parts, given);
  if ('ok' in read) return read;
  const { draft, protocol } = read;
  const obstacle = await withdrawalAddresses.inTransaction((transaction) =>
    withdrawalAddresses.obstacle(transaction, user, draft),
  );
  if (obstacle !== null) return obstacle;
  const unproven = await testProofs(parts, proofs, member);
  if (unproven !== null) return unproven;
  const contact = (await people.contactOf(user, 'email')) ?? (await people.contactOf(user, 'sms'));
  const saved = await withdrawalAddresses.inTransaction(async (transaction) => {
    const usedUp = await parts.proofs.codes.redeem(transaction, user, proofs.code, member);
    if (usedUp !== null) return usedUp;
    const added = await withdrawalAddresses.add(transaction, user, draft);
    if ('ok' in added) return added;
    if (contact !== null)
      await queueMail(parts, transaction, { contact, draft, protocol, stopToken: added.stopToken }, member);
    return added.stored;
  });
  if ('ok' in saved) return saved;
  notify.delivery.wake();
  securityLog.record('draw_address_saved', { user, network: networkOf(member.address) });
  return done(addressOnWire({ chains: parts.chains, listings: views.listings }, saved));
}

/** Tests the code and the second factor; the code is redeemed with the change. */
export async function testProofs(
  { proofs, sessions }: Pick<AddressParts, 'proofs' | 'sessions'>,
  { code, ...given }: GivenProofs,
  member: Member,
): Promise<Refused<CodeRefusal | SecondFactorRefusal | 'session_ended'> | null> {
  const unusable = await proofs.codes.test(member.user, code, member);
  if (unusable !== null) return unusable;
  const unproven = await proofs.factors.check(member.user, given, member);
  if (unproven !== null) return unproven;
  return sessions.stillKnown(member.session) === undefined ? refused('session_ended') : null;
}

/** The message to the owner, with the link that removes the address. */
async function queueMail(
  { notify, now, views }: AddressParts,
  transaction: Transaction<Schema>,
  bound: {
    readonly contact: Contact;
    readonly draft: AddressDraft;
    readonly protocol: CurrencyProtocol;
    readonly stopToken: string;
  },
  { address, language, userAgent }: Member,
): Promise<void> {
  const { contact, draft, protocol, stopToken } = bound;
  const { browser, system } = nameDevice(userAgent);
  const atMs = now();
  const content = {
    template: 'draw_address_bound' as const,
    network: `${views.listings.currency(protocol.currency).code} ${protocol.code}`,
    drawAddress: draft.memo === null ? draft.address : `${draft.address} (${draft.memo})`,
    device: [browser, system].filter((name) => name !== '').join(', '),
    address,
    atMs,
    stopToken,
  };
  await notify.messages.add(transaction, { contact, language, content, expiresAtMs: atMs + usefulForMs });
}
