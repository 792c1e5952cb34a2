import { type ConsoleOutput, userCalls, type UserDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { isConsoleRefusal } from '../../wire/envelope.ts';
import { useMay } from '../../wire/session.ts';
import type { Read } from '../../wire/use-read.ts';
import { RestrictionBadge } from '../../parts/restriction-badge.tsx';

type Contact = ConsoleOutput<typeof userCalls.userContact>;

interface UserFactsProps {
  readonly id: number;
  readonly read: Read<UserDetail>;
}

/** The person, whose addresses are masked until a member of staff gives a reason to see them. */
export function UserFacts({ id, read }: UserFactsProps) {
  const t = useTexts();
  const mayReveal = useMay(userCalls.userContact);
  const [asking, setAsking] = useState(false);
  const [contact, setContact] = useState<Contact | null>(null);
  const { data, error, failed, retry } = read;
  if (data === undefined) {
    if (!failed) return <SkeletonRows count={8} height={28} />;
    const text = isConsoleRefusal(error, 'not_found') ? t('users.unknown', { id }) : t('frame.loadFailed');
    return <ErrorState text={text} onRetry={retry} />;
  }
  return (
    <>
      <Facts
        facts={[
          [t('users.email'), textOf(contact?.email ?? data.email)],
          [t('users.phone'), textOf(contact?.mobile ?? data.mobile)],
          ...(contact === null
            ? []
            : ([[t('users.addresses'), contact.addresses.map(({ address }) => address).join(', ')]] as const)),
          [t('users.country'), textOf(data.area)],
          [t('users.registered'), <Time key="registered" at={data.created_at} />],
          [t('users.restriction'), <RestrictionBadge key="restriction" scope={data.restriction} />],
          [t('users.worth'), <Figure key="worth" value={data.worth_usd} decimals={2} />],
          [t('users.openOrders'), <Figure key="orders" value={data.open_orders} />],
          [t('users.sessionCount'), <Figure key="sessions" value={data.sessions} />],
          [t('users.secondFactor'), <SecondFactor key="factor" user={data} />],
          ...(data.factor_reset_due_at === null
            ? []
            : ([[t('users.factorResetDue'), <Time key="due" at={data.factor_reset_due_at} />]] as const)),
          ...(data.factor_reset_done_at === null
            ? []
            : ([[t('users.factorResetDone'), <Time key="done" at={data.factor_reset_done_at} />]] as const)),
          [t('users.tier'), <Figure key="tier" value={data.fee_tier} />],
          [t('users.ownFees'), <OwnFees key="fees" fees={data.own_fees} />],
          [t('users.invitedBy'), data.invited_by === null ? noFigure : <UserLink key="by" id={data.invited_by} />],
          [t('users.invited'), <Figure key="invited" value={data.invited} />],
          [t('users.merchant'), data.is_seller ? t('words.yes') : t('words.no')],
          [t('users.passwordChanged'), <Time key="password" at={data.password_changed_at} />],
        ]}
      />
      {mayReveal && contact === null && (
        <div>
          <Button look="plain" size="dense" onClick={() => setAsking(true)}>
            {t('users.reveal')}
          </Button>
        </div>
      )}
      {asking && (
        <ActionDialog
          call={userCalls.userContact}
          title={t('users.revealTitle', { id })}
          confirmLabel={t('users.reveal')}
          input={{ id }}
          onDone={setContact}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function textOf(text: string): string {
  return text === '' ? noFigure : text;
}

function UserLink({ id }: { readonly id: number }) {
  return <ConsoleLink to={`/users?user=${id}`}>{id}</ConsoleLink>;
}

function SecondFactor({ user: { passkeys, totp } }: { readonly user: UserDetail }) {
  const t = useTexts();
  const methods = [
    ...(totp ? [t('users.factorApp')] : []),
    ...(passkeys > 0 ? [t('users.factorPasskeys', { count: passkeys })] : []),
  ];
  return methods.length === 0 ? t('words.none') : methods.join(', ');
}

function OwnFees({ fees }: { readonly fees: UserDetail['own_fees'] }) {
  const t = useTexts();
  if (fees.length === 0) return t('words.none');
  return fees.map(({ market_id: market, symbol, maker_fee_ppm: maker, taker_fee_ppm: taker }) => (
    <div key={market}>
      {market === null ? t('users.allMarkets') : symbol}: {t('users.rates', { maker, taker })}
    </div>
  ));
}
