import { Outlet, useRouterState } from '@tanstack/react-router';
import { ErrorState } from '../../ui/states.tsx';
import { entryScreens } from '../screens/registry.ts';
import { SessionContext, useSessionQuery } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Shell } from './shell.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import classes from './shell.module.css';

/** Login and enrolment by themselves; every other address within the shell, once there is a session. */
export function Root() {
  // The route on screen, which is an earlier one than the address while the next screen loads.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
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
