import type { DecimalInput, IntegerInput } from '@bourse/contract';
import type { UserId } from '@bourse/engine';
import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import { type Refused } from '../../ground/gateway/index.ts';
import { sendingNotices } from './notices.ts';
import { type AmountRefusal, readAmount, type SendParts } from './request.ts';
import { type RecipientParts, type RecipientRefusal, Recipients } from './recipients.ts';
import { registerSending, type SendingRouteParts } from './routes.ts';
import { Sender, type SenderParts } from './sender.ts';
import { migrations } from './migrations/index.ts';
import { sendingPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

/** The time between two looks at requests that are not decided. */
const everyMs = 5_000;

type Offering = RecipientParts & Pick<SendParts, 'now' | 'settings' | 'views'>;

interface SendingParts
  extends
    Omit<SendingRouteParts, 'recipients' | 'sender'>,
    Omit<SenderParts, 'moved'>,
    With<'background' | 'gateway' | 'recipients'> {
  readonly notices: Pick<Notices, 'write'>;
}

/** Coins that users send to one another. */
export const sending = {
  tables: sendingPrivileges,
  migrations,
  offers: (parts: Offering): With<'namedCoins' | 'recipients'> => {
    const recipients = new Recipients(parts);
    return {
      recipients,
      namedCoins: async (user, { to_uid, ...amount }) => {
        const read = readAmount(parts, amount, user);
        if ('ok' in read) return read;
        const recipient = await recipients.find(user, Number(to_uid));
        if ('ok' in recipient) return recipient;
        return `${amount.number ?? ''} ${read.currency.code} → ${recipient.uid} (${recipient.hint})`;
      },
    };
  },
  open: ({ gateway, ...parts }: SendingParts): void => {
    const { background, recipients } = parts;
    const pending = new PendingNotices({ ...parts, of: 'sending', read: () => sendingNotices(parts) });
    const sender = new Sender({ ...parts, moved: () => pending.wake() });
    registerSending(gateway, { ...parts, sender });
    background.work('sending: decide requests', { everyMs, atOnce: true }, () => sender.decideLeft());
    background.work('sending: delete old look-ups', { everyMs: 600_000, needsClock: true }, () =>
      recipients.deleteOld(),
    );
  },
};

/** The coins that a code is for, as the request for the code names them. */
interface NamedCoins {
  readonly to_uid: IntegerInput;
  readonly currency_id: IntegerInput;
  readonly number?: DecimalInput | undefined;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The recipients of coins, as their senders find them. */
    readonly recipients: Recipients;
    /** Amount and recipient of coins for the message with their code, or why they cannot be sent. */
    readonly namedCoins: (
      user: UserId,
      coins: NamedCoins,
    ) => Promise<string | Refused<AmountRefusal> | RecipientRefusal>;
  }
}
