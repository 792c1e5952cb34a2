import { NativeSelect } from '@mantine/core';
import { userCalls, type UserDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { FeesDialog, TierDialog } from './fee-dialogs.tsx';

type Action = 'note' | 'outflow' | 'trading' | 'lift' | 'sessions' | 'factor' | 'keep-factor' | 'tier' | 'fees';

interface UserActionsProps {
  readonly user: UserDetail;
}

/** The buttons of a user that the roles include, and the open dialog. */
export function UserActions({ user }: UserActionsProps) {
  const t = useTexts();
  const [open, setOpen] = useState<Action | null>(null);
  const { restriction } = user;
  const may = {
    note: useMay(userCalls.addUserNote),
    outflow: useMay(userCalls.stopUserOutflow) && restriction === 'none',
    trading: useMay(userCalls.stopUserTrading) && restriction !== 'trading',
    lift: useMay(userCalls.liftUserRestriction) && restriction !== 'none',
    sessions: useMay(userCalls.endUserSessions) && user.sessions > 0,
    factor: useMay(userCalls.resetUserFactor) && (user.totp || user.passkeys > 0) && user.factor_reset_due_at === null,
    'keep-factor': useMay(userCalls.stopFactorReset) && user.factor_reset_due_at !== null,
    tier: useMay(userCalls.setUserFeeTier),
    fees: useMay(userCalls.setUserFees),
  };
  const labels: Readonly<Record<Action, string>> = {
    note: t('users.addNote'),
    outflow: t('users.stopOutflow'),
    trading: t('users.stopTrading'),
    lift: t('users.lift'),
    sessions: t('users.endSessions'),
    factor: t('users.resetFactor'),
    'keep-factor': t('users.stopReset'),
    tier: t('users.setTier'),
    fees: t('users.setFees'),
  };
  return (
    <>
      {actions
        .filter((action) => may[action])
        .map((action) => (
          <Button
            key={action}
            size="dense"
            look={action === 'outflow' || action === 'trading' ? 'danger' : 'plain'}
            onClick={() => setOpen(action)}
          >
            {labels[action]}
          </Button>
        ))}
      {open !== null && <UserDialog action={open} user={user} onClose={() => setOpen(null)} />}
    </>
  );
}

const actions = [
  'note',
  'outflow',
  'trading',
  'lift',
  'sessions',
  'factor',
  'keep-factor',
  'tier',
  'fees',
] as const satisfies readonly Action[];

interface UserDialogProps extends UserActionsProps {
  readonly action: Action;
  readonly onClose: () => void;
}

function UserDialog({ action, user, onClose }: UserDialogProps) {
  const t = useTexts();
  const { id, restriction, sessions } = user;
  const field = t('users.restriction');
  const before = t(`users.scopes.${restriction}`);
  switch (action) {
    case 'note':
      return (
        <ActionDialog
          call={userCalls.addUserNote}
          title={t('users.addNoteTitle', { id })}
          confirmLabel={t('users.addNote')}
          input={{ id }}
          onClose={onClose}
        >
          <p>{t('users.addNoteHint')}</p>
        </ActionDialog>
      );
    case 'outflow':
      return (
        <ActionDialog
          call={userCalls.stopUserOutflow}
          title={t('users.stopOutflowTitle', { id })}
          confirmLabel={t('users.stopOutflow')}
          isDestructive
          input={{ id }}
          changes={[{ field, before, after: t('users.scopes.outflow') }]}
          onClose={onClose}
        >
          <p>{t('users.stopOutflowHint')}</p>
        </ActionDialog>
      );
    case 'trading':
      return (
        <ActionDialog
          call={userCalls.stopUserTrading}
          title={t('users.stopTradingTitle', { id })}
          confirmLabel={t('users.stopTrading')}
          isDestructive
          input={{ id }}
          changes={[{ field, before, after: t('users.scopes.trading') }]}
          onClose={onClose}
        >
          <p>{t('users.stopTradingHint')}</p>
        </ActionDialog>
      );
    case 'lift':
      return <LiftDialog user={user} onClose={onClose} />;
    case 'sessions':
      return (
        <ActionDialog
          call={userCalls.endUserSessions}
          title={t('users.endSessionsTitle', { id })}
          confirmLabel={t('users.endSessions')}
          isDestructive
          input={{ id }}
          changes={[{ field: t('users.sessionCount'), before: String(sessions), after: '0' }]}
          onClose={onClose}
        >
          <p>{t('users.endSessionsHint')}</p>
        </ActionDialog>
      );
    case 'factor':
      return (
        <ActionDialog
          call={userCalls.resetUserFactor}
          title={t('users.resetFactorTitle', { id })}
          confirmLabel={t('users.resetFactor')}
          isDestructive
          input={{ id }}
          onClose={onClose}
        >
          <p>{t('users.resetFactorHint')}</p>
        </ActionDialog>
      );
    case 'keep-factor':
      return (
        <ActionDialog
          call={userCalls.stopFactorReset}
          title={t('users.stopResetTitle', { id })}
          confirmLabel={t('users.stopReset')}
          input={{ id }}
          onClose={onClose}
        >
          <p>{t('users.stopResetHint')}</p>
        </ActionDialog>
      );
    case 'tier':
      return <TierDialog user={user} onClose={onClose} />;
    case 'fees':
      return <FeesDialog user={user} onClose={onClose} />;
  }
}

/** Lifts a restriction, or reduces stopped trading to a stopped outflow. */
function LiftDialog({ user, onClose }: Omit<UserDialogProps, 'action'>) {
  const t = useTexts();
  const { id, restriction: version } = user;
  const [reduces, setReduces] = useState(false);
  const scope = reduces ? 'outflow' : 'none';
  return (
    <ActionDialog
      call={userCalls.liftUserRestriction}
      title={t('users.liftTitle', { id })}
      confirmLabel={t('users.lift')}
      input={{ id, version, scope }}
      changes={[
        { field: t('users.restriction'), before: t(`users.scopes.${version}`), after: t(`users.scopes.${scope}`) },
      ]}
      onClose={onClose}
    >
      {version === 'trading' && (
        <NativeSelect
          label={t('users.liftTo')}
          value={scope}
          data={(['none', 'outflow'] as const).map((value) => ({ value, label: t(`users.scopes.${value}`) }))}
          onChange={(event) => setReduces(event.currentTarget.value === 'outflow')}
        />
      )}
    </ActionDialog>
  );
}
