import { sessionCalls } from '@bourse/contract/console';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { EntryPage } from '../../parts/entry-form.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useConsole } from '../../wire/console-context.tsx';
import { useTexts } from '../../texts/texts.ts';
import { EnrolForm } from './enrol-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Opened by the link of an invitation; its token is the fragment of the address, which no server logs. */
export function EnrolScreen() {
  const t = useTexts();
  const refusal = useRefusal();
  const { call } = useConsole();
  const [token] = useState(() => window.location.hash.slice(1));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const invitation = useQuery({
    queryKey: [sessionCalls.enrolment.path, token],
    queryFn: async () => (await call(sessionCalls.enrolment, { token })).data,
    enabled: token !== '',
    staleTime: Infinity,
  });
  useEffect(() => {
    document.title = `${t('enrol.title')} · ${t('frame.product')}`;
  }, [t]);
  if (codes !== null) return <RecoveryCodes codes={codes} />;
  if (token === '') return <EntryPage title={t('enrol.title')}>{t('enrol.noLink')}</EntryPage>;
  if (invitation.data === undefined) {
    return (
      <EntryPage title={t('enrol.title')}>
        {invitation.isError ? (
          <ErrorState text={refusal(invitation.error) ?? t('enrol.failed')} onRetry={() => void invitation.refetch()} />
        ) : (
          <SkeletonRows count={8} height={40} />
        )}
      </EntryPage>
    );
  }
  return <EnrolForm token={token} invitation={invitation.data} onDone={setCodes} />;
}
