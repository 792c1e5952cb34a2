import { Outlet } from '@tanstack/react-router';
import { ErrorState } from '../../ui/states.tsx';
import { useAddress } from '../parts/address.ts';
import { entryScreens } from '../screens/registry.ts';
import { SessionContext, useSessionQuery } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Shell } from './shell.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import classes from './shell.module.css';

/** Login and enrolment by themselves; every other address within the shell, once there is a session. */
export function Root() {
  const { path } = useAddress();
  return entryScreens.some((entry) => entry.path === path) ? <Outlet /> : <WithSession />;
}

function WithSession() {
  const t = useTexts();
  const { data: session, isError, refetch } = useSessionQuery();
  if (session === undefined) {
    return (
      <main className={classes.blank} aria-busy={!isError}>
        {isError && <ErrorState text={t('frame.loadFailed')} onRetry={() => void refetch()} />}
      </main>
    );
  }
  return (
    <SessionContext value={session}>
      <Shell unreachable={isError}>
        <Outlet />
      </Shell>
      <StepUpDialog />
    </SessionContext>
  );
}
