import { Suspense } from 'react';
import { withTexts } from '../../app/i18n/with-texts.ts';
import { optionalPart } from '../../ui/optional-part.ts';

const DebtBanner = optionalPart(withTexts(['convert'], async () => (await import('../convert/index.ts')).DebtBanner));
const UnmaturedBanner = optionalPart(
  withTexts(['convert'], async () => (await import('../convert/index.ts')).UnmaturedBanner),
);

/** Says what limits the user's withdrawals: debts, deposits that are not final, and bought coins. Usually nothing. */
export function OutflowBanners() {
  return (
    <Suspense fallback={null}>
      <DebtBanner />
      <UnmaturedBanner />
    </Suspense>
  );
}
