import { addresses } from '../custody/addresses/index.ts';
import { agents } from '../people/agents/index.ts';
import { alerts } from '../people/alerts/index.ts';
import { announcements } from '../people/announcements/index.ts';
import type { Ground } from './capability.ts';
import { chains } from '../custody/chains/index.ts';
import { deposits } from '../custody/deposits/index.ts';
import { identity } from '../people/identity/index.ts';
import { images } from '../people/images/index.ts';
import { leverage } from '../trading/leverage/index.ts';
import { notify } from '../people/notify/index.ts';
import { payments } from '../people/payments/index.ts';
import { seconds } from '../trading/seconds/index.ts';
import { sending } from '../custody/sending/index.ts';
import { verification } from '../people/verification/index.ts';
import { withdrawals } from '../custody/withdrawals/index.ts';

/** A capability whose services others use. It is given the ground and the services of those before it. */
interface Offering<Parts, Offers> {
  readonly offers: (parts: Parts) => Offers | Promise<Offers>;
}

/** The ground with the services of all capabilities. */
export type Offered = Awaited<ReturnType<typeof offersOn>>;

/** Makes the services of the capabilities, in the order in which they need one another. */
export async function offersOn(ground: Ground) {
  return new Offers(Promise.resolve(ground))
    .and(notify)
    .and(identity)
    .and(images)
    .and(alerts)
    .and(announcements)
    .and(verification)
    .and(agents)
    .and(payments)
    .and(chains)
    .and(deposits)
    .and(addresses)
    .and(withdrawals)
    .and(sending)
    .and(leverage)
    .and(seconds).parts;
}

class Offers<Parts> {
  readonly parts: Promise<Parts>;

  constructor(parts: Promise<Parts>) {
    this.parts = parts;
  }

  and<Added>({ offers }: Offering<Parts, Added>): Offers<Parts & Added> {
    return new Offers(this.parts.then(async (parts) => ({ ...parts, ...(await offers(parts)) })));
  }
}
