import { type VerificationCase, verificationCalls, type VerificationRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { stateTones } from './state-tones.ts';
import classes from './verifications.module.css';

/** A submission; its documents only after a reason was given. */
export function VerificationDetails({ row }: { readonly row: VerificationRow }) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<VerificationCase | null>(null);
  return (
    <>
      <Facts
        facts={[
          [t('verifications.user'), <UserLink key="user" id={row.user_id} />],
          [
            t('words.state'),
            <StateBadge key="state" tone={stateTones[row.state]}>
              {t(`verifications.states.${row.state}`)}
            </StateBadge>,
          ],
          [t('verifications.submitted'), <Time key="submitted" at={row.submitted_at} />],
          [t('verifications.duplicates'), <Figure key="duplicates" value={row.duplicates} />],
          ...(row.taken_by === null
            ? []
            : [
                [
                  t('verifications.until', { name: row.taken_by.name }),
                  <Time key="taken" at={row.taken_by.until} />,
                ] as const,
              ]),
          ...(row.decided_at === null
            ? []
            : ([
                [t('verifications.decided'), <Time key="decided" at={row.decided_at} />],
                [t('verifications.decidedBy'), row.decided_by ?? t('verifications.program')],
              ] as const)),
          ...(row.rejection === null
            ? []
            : [[t('verifications.rejection'), t(`verifications.keys.${row.rejection}`)] as const]),
        ]}
      />
      {shown === null ? (
        <div>
          <Button look="plain" size="dense" onClick={() => setAsking(true)}>
            {t('verifications.show')}
          </Button>
        </div>
      ) : (
        <Documents shown={shown} />
      )}
      {asking && (
        <ActionDialog
          call={verificationCalls.verificationCase}
          title={t('verifications.showTitle', { id: row.user_id })}
          confirmLabel={t('verifications.show')}
          reasonCode="policy"
          input={{ id: row.id }}
          onDone={setShown}
          onClose={() => setAsking(false)}
        >
          <p>{t('verifications.showHint')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function Documents({ shown }: { readonly shown: VerificationCase }) {
  const t = useTexts();
  const { same_document: same } = shown;
  return (
    <>
      <Facts
        facts={[
          [t('verifications.name'), shown.name],
          [t('verifications.cardId'), shown.card_id],
          [t('verifications.registered'), <Time key="registered" at={shown.registered_at} />],
        ]}
      />
      <Picture label={t('verifications.front')} bytes={shown.front} />
      <Picture label={t('verifications.reverse')} bytes={shown.reverse} />
      {same.length > 0 && (
        <section>
          <h3 className={classes.title}>{t('verifications.same')}</h3>
          <ul className={classes.same}>
            {same.map(({ name, state, user_id: id }) => (
              <li key={id}>
                <UserLink id={id} /> {name}{' '}
                <StateBadge tone={stateTones[state]}>{t(`verifications.states.${state}`)}</StateBadge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function UserLink({ id }: { readonly id: number }) {
  return <ConsoleLink to={`/users?user=${id}`}>{id}</ConsoleLink>;
}

function Picture({ bytes, label }: { readonly bytes: string | null; readonly label: string }) {
  const t = useTexts();
  return (
    <figure className={classes.figure}>
      {bytes === null ? (
        <p>{t('verifications.deleted')}</p>
      ) : (
        <img className={classes.picture} src={`data:image/jpeg;base64,${bytes}`} alt={label} />
      )}
      <figcaption>{label}</figcaption>
    </figure>
  );
}
