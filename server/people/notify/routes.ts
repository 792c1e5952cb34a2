import type { CallInput } from '@bourse/contract';
import {
  codePurpose,
  demoOutbox,
  type KeptMessage,
  outboxLength,
  sendBindCode,
  sendWithdrawalCode,
  sendEmail,
  sendSms,
} from '@bourse/contract/notify';
import {
  type AnswerTo,
  AttemptLimit,
  done,
  type Gateway,
  networkOf,
  refused,
  type Visitor,
} from '../../ground/gateway/index.ts';
import type { StoredMessage } from './messages.ts';
import type { Channel } from './contact.ts';
import { CodeSender, type SendCodeParts } from './send-code.ts';
import type { With } from '../../ground/parts.ts';

export interface NotifyRouteParts extends SendCodeParts, With<'namedCoins' | 'receiverProblem'> {}

/** Allows a page that polls every few seconds, which is about 20 requests a minute. */
const outboxReads = { count: 120, windowMs: 60_000 };

/** Serves the sending of verification codes and, where messages are kept instead of sent, the outbox. */
export function registerNotify(gateway: Gateway, parts: NotifyRouteParts): void {
  const { elapsed, notify } = parts;
  const sender = new CodeSender(parts);
  const send = async (channel: Channel, input: CodeInput, visitor: Visitor): Promise<AnswerTo<typeof sendEmail>> =>
    (await unpayable(parts, input, visitor)) ?? (await sendForCoins(channel, input, visitor));
  gateway.visitor(sendEmail, (input, visitor) => send('email', input, visitor));
  gateway.visitor(sendSms, (input, visitor) => send('sms', input, visitor));
  gateway.visitor(sendBindCode, ({ to }, visitor) => sender.send('email', { to, type: codePurpose.bind }, visitor));
  gateway.member(sendWithdrawalCode, async ({ user_id }, member) => {
    const { session, user } = member;
    if (Number(user_id) !== user) return refused('user_unknown');
    const channel = (await parts.people.contactOf(user, 'email')) === null ? 'sms' : 'email';
    const requester = { ...member, session: () => Promise.resolve(session) };
    return sender.send(channel, { type: codePurpose.security }, requester);
  });
  /** A code for coins sent to a user is always bound to them, so that it serves no withdrawal. */
  async function sendForCoins(
    channel: Channel,
    input: CodeInput,
    visitor: Visitor,
  ): Promise<AnswerTo<typeof sendEmail>> {
    const { currency_id, number, to_uid, type } = input;
    if (Number(type) !== codePurpose.withdrawal || to_uid === undefined) return sender.send(channel, input, visitor);
    const user = (await visitor.session())?.user;
    if (user === undefined) return refused('session_ended');
    const coins = await parts.namedCoins(user, { to_uid, currency_id: currency_id ?? 0, number });
    return typeof coins === 'string' ? sender.send(channel, input, visitor, coins) : coins;
  }

  // Without kept messages the route does not exist.
  if (!notify.keeps('email') && !notify.keeps('sms')) return;
  const reads = new AttemptLimit(outboxReads);
  gateway.visitor(demoOutbox, async ({ to }, { address }) => {
    const network = networkOf(address);
    const verdict = reads.begin(network, elapsed());
    if (verdict.kind === 'locked')
      return refused('too_many_requests', { retry_after: Math.ceil(verdict.waitMs / 1_000) });
    if (verdict.kind === 'crowded') return refused('too_many_requests', { retry_after: 1 });
    try {
      const kept = await notify.messages.kept(to, outboxLength);
      return done(kept.flatMap((message) => shown(message)));
    } finally {
      reads.settle(network, elapsed(), 'counts');
    }
  });

  function shown(message: StoredMessage): KeptMessage[] {
    const written = notify.write(message);
    if (written === null) return [];
    const { channel, content, createdAtMs, id, recipient } = message;
    const code = content?.template === 'code' ? content.code : '';
    const { subject, text } = written;
    return [{ id, channel, to: recipient, subject, text, code, created_at: createdAtMs }];
  }
}

type CodeInput = CallInput<typeof sendEmail>;

/** Why the withdrawal of a code cannot be paid, so that no code is sent; null if it can. */
async function unpayable(
  { receiverProblem }: NotifyRouteParts,
  { address, currency_protocol_id, memo, type }: CodeInput,
  visitor: Visitor,
) {
  if (Number(type) !== codePurpose.withdrawal || address === undefined || currency_protocol_id === undefined)
    return null;
  // Whether an address is one of the exchange is nothing for visitors.
  if ((await visitor.session()) === null) return null;
  return receiverProblem({ address, currency_protocol_id, memo });
}
