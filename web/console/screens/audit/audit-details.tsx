import type { AuditRecord } from '@bourse/contract/console';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';

/** A row of the audit log: all its fields, the difference that it records, and its place in the chain. */
export function AuditDetails({ row }: { readonly row: AuditRecord }) {
  const t = useTexts();
  const { approval, intent, outcome } = row;
  const other = intent ?? outcome;
  return (
    <>
      <Facts
        facts={[
          [t('words.time'), <Time key="at" at={row.at} />],
          [t('audit.by'), row.by === null ? t('audit.machine') : `${row.by.name} (${row.by.id})`],
          [t('audit.roles'), row.roles.map((role) => t(`roles.${role}`)).join(', ') || '–'],
          [t('audit.kind'), t(`audit.kinds.${row.kind}`)],
          [t('audit.action'), row.action],
          [t('audit.subject'), row.subject_kind === null ? '–' : `${row.subject_kind} ${row.subject_id ?? ''}`],
          [t('audit.reason'), reasonOf(row, (code) => t(`reasons.${code}`))],
          [t('audit.sequence'), row.sequence ?? '–'],
          [
            t('audit.approval'),
            approval === null ? (
              '–'
            ) : (
              <ConsoleLink key="approval" to={`/approvals?view=history&row=${approval}`}>
                {approval}
              </ConsoleLink>
            ),
          ],
          [
            t(intent === null ? 'audit.outcome' : 'audit.intent'),
            other === null ? (
              '–'
            ) : (
              <ConsoleLink key="other" to={`/audit?row=${other}`}>
                {other}
              </ConsoleLink>
            ),
          ],
          [t('audit.network'), row.network ?? '–'],
          [t('audit.request'), row.request_id ?? '–'],
        ]}
      />
      <Diff before={row.before} after={row.after} />
      <h3>{t('audit.chain')}</h3>
      <Facts
        facts={[
          [
            t('words.state'),
            <StateBadge key="intact" tone={row.intact ? 'good' : 'bad'}>
              {t(row.intact ? 'audit.intact' : 'audit.altered')}
            </StateBadge>,
          ],
          [t('audit.hash'), row.hash],
          [t('audit.previous'), row.prev_hash],
        ]}
      />
    </>
  );
}

function reasonOf(
  { reason, reason_code: code }: AuditRecord,
  nameOf: (code: NonNullable<AuditRecord['reason_code']>) => string,
): string {
  return code === null ? (reason ?? '–') : `${nameOf(code)}: ${reason ?? ''}`;
}
