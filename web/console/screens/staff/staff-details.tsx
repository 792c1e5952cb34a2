import type { StaffRow } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';

const tones = { invited: 'warning', active: 'good', disabled: 'quiet' } as const satisfies Record<string, Tone>;

/** The state of a person in words, with a lock before anything else. */
export function StaffState({ row }: { readonly row: StaffRow }) {
  const t = useTexts();
  if (row.locked_until !== null) return <StateBadge tone="bad">{t('staff.states.locked')}</StateBadge>;
  return <StateBadge tone={tones[row.state]}>{t(`staff.states.${row.state}`)}</StateBadge>;
}

/** Everything about a person's access. */
export function StaffDetails({ row }: { readonly row: StaffRow }) {
  const t = useTexts();
  const at = (time: number | null): ReactNode => (time === null ? t('staff.never') : <Time at={time} />);
  const { factors, session } = row;
  const app = factors[0];
  return (
    <Facts
      facts={[
        [t('words.state'), <StaffState key="state" row={row} />],
        [t('staff.email'), row.email],
        [
          t('staff.roles'),
          row.roles.length === 0 ? t('words.none') : row.roles.map((role) => t(`roles.${role}`)).join(', '),
        ],
        [t('staff.user'), row.user_declared ? (row.user_id?.toString() ?? t('words.none')) : t('staff.undeclared')],
        [t('staff.created'), at(row.created_at)],
        [t('staff.enrolled'), at(row.enrolled_at)],
        [t('staff.lastLogin'), at(row.last_login_at)],
        ...(row.locked_until === null ? [] : [[t('staff.lockedUntil'), at(row.locked_until)] as const]),
        ...(row.invitation_until === null ? [] : [[t('staff.invitedUntil'), at(row.invitation_until)] as const]),
        [t('staff.app'), app === undefined ? t('words.none') : at(app.created_at)],
        [t('staff.appUsed'), at(app?.last_used_at ?? null)],
        [t('staff.recoveryCodes'), String(row.recovery_codes)],
        [t('staff.session'), session === null ? t('words.none') : t('staff.sessionFrom', { network: session.network })],
        ...(session === null ? [] : [[t('staff.lastSeen'), at(session.last_seen_at)] as const]),
      ]}
    />
  );
}
