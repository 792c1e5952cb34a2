import type { Approval } from '@bourse/contract/console';
import { Diff } from '../../parts/diff.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { stageTones } from './stage-tone.ts';

/** A request as the voters see it: who requests what and why, its effect, and the votes. */
export function ApprovalDetails({ approval }: { readonly approval: Approval }) {
  const t = useTexts();
  const { after, approved, before, id, needs, payload, result, stage, votes } = approval;
  return (
    <>
      <Facts
        facts={[
          [
            t('approvals.stage'),
            <StateBadge key="stage" tone={stageTones[stage]}>
              {t(`approvals.stages.${stage}`)}
            </StateBadge>,
          ],
          [t('approvals.action'), approval.call],
          [t('approvals.subject'), subjectOf(approval)],
          [t('approvals.askedBy'), `${approval.asked_by.name} (${approval.asked_by.id})`],
          [t('approvals.askedAt'), <Time key="asked" at={approval.asked_at} />],
          [t('approvals.expires'), <Time key="expires" at={approval.expires_at} />],
          [t('approvals.reason'), `${t(`reasons.${approval.reason_code}`)}: ${approval.reason}`],
          [t('approvals.votes'), t('approvals.votesOf', { approved, needs })],
          [t('approvals.fingerprint'), approval.payload_hash.slice(0, 16)],
        ]}
      />
      <h3>{t('approvals.change')}</h3>
      <Diff before={before} after={after} />
      <h3>{t('approvals.input')}</h3>
      <Diff before={null} after={payload} />
      {result !== null && (
        <>
          <h3>{t('approvals.result')}</h3>
          <Diff before={null} after={result} />
        </>
      )}
      <h3>{t('approvals.votesTitle')}</h3>
      {votes.length === 0 ? (
        <p>{t('approvals.noVotes')}</p>
      ) : (
        <Facts
          facts={votes.map(({ at, by, reason, verdict }) => [
            `${by.name} (${by.id})`,
            <>
              {t(`approvals.verdicts.${verdict}`)}: {reason} <Time at={at} />
            </>,
          ])}
        />
      )}
      <ConsoleLink to={`/audit?approval=${id}`}>{t('approvals.inAudit')}</ConsoleLink>
    </>
  );
}

/** The kind and id of a subject; a dash if there is none. */
export function subjectOf(row: { readonly subject_kind: string | null; readonly subject_id: string | null }): string {
  return row.subject_kind === null ? '–' : `${row.subject_kind} ${row.subject_id ?? ''}`;
}
