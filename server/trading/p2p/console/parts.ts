import type { Changes } from '../../../ground/feed/index.ts';
import type { StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { UserId } from '@bourse/engine';
import type { Notices } from '../../../people/alerts/index.ts';
import type { Proofs } from '../../../people/identity/index.ts';
import type { VerifiedPort } from '../../../people/verification/index.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';
import type { BondWork } from '../shop/bonds.ts';
import type { OrderRecords } from '../shop/ports.ts';
import type { Traders } from '../shop/traders.ts';
import type { With } from '../../../ground/parts.ts';

/** Dependencies of the console's calls about shops. */
export interface P2pConsoleParts extends With<'console' | 'demo' | 'identityDb' | 'now' | 'views'> {
  readonly bonds: Pick<BondWork, 'carryOut'>;
  readonly changes: Pick<Changes, 'report'>;
  readonly notices: Pick<Notices, 'write'>;
  readonly orders: OrderRecords;
  readonly proofs: { readonly factors: Pick<Proofs['factors'], 'methodsOf'> };
  readonly rates: Pick<FiatRates, 'find' | 'isStale' | 'reload'>;
  readonly roll: Pick<StaffRoll, 'names'>;
  readonly traders: Pick<Traders, 'forget' | 'withFigures'>;
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
  /** Something about a merchant or an ad was changed in a transaction that was committed. */
  readonly merchantChanged: (user: UserId) => void;
  readonly adChanged: (ad: number) => void;
}
