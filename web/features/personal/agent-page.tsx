import { agentInfo, type AgentInfo, type AgentLimit, type AgentSum } from '@bourse/contract/agents';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedFor } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { ratioPercent } from '../../ui/ratio-percent.ts';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { SettingsCard } from './settings-card.tsx';
import settings from './settings.module.css';
import { AgentUsers } from './agent/agent-users.tsx';
import { AttachCard } from './agent/attach-card.tsx';
import { InviteCard } from './agent/invite-card.tsx';
import { Payouts } from './agent/payouts.tsx';
import { SumLines } from './agent/sum-lines.tsx';
import classes from './agent/agent.module.css';

/** Amounts and shares have at most this many decimals. */
const maxDecimals = 8;
/** While the page is visible, today's fees are read again this often. */
const refreshMs = 30_000;

/** The caller as an agent: terms, today's commission, the link to share, users and payouts. */
export function AgentPage() {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useRead(agentInfo, {}, { saidInPlace: true, refreshMs });
  const info = data?.data;
  return (
    <div className={settings.page}>
      <h1 className={settings.title}>{t('agent.title')}</h1>
      {info === undefined &&
        isError &&
        (isRefusedFor(error, 'forbidden') ? (
          <EmptyState text={t('agent.notAgent')} />
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        ))}
      {info === undefined && !isError && (
        <LoadingRoom>
          <SkeletonRows count={4} height={120} />
        </LoadingRoom>
      )}
      {info !== undefined && (
        <>
          {isError && <StaleNote />}
          <Summary info={info} />
          {info.state === 'active' && <InviteCard code={info.invite_code} />}
          {info.state === 'active' && <AttachCard />}
          <AgentUsers />
          <Payouts />
        </>
      )}
    </div>
  );
}

function Summary({ info }: { readonly info: AgentInfo }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const fees: readonly AgentSum[] = info.today;
  const limitsText = (limits: readonly AgentLimit[]): string =>
    limits.length === 0
      ? t('agent.noLimit')
      : limits.map(({ amount, currency_code: code }) => `${figures.trimmed(amount, maxDecimals)} ${code}`).join(', ');
  return (
    <SettingsCard
      id="summary"
      title={t('agent.share')}
      text={t(info.state === 'active' ? 'agent.lead' : 'agent.removed')}
    >
      <dl className={classes.facts}>
        <Fact name={t('agent.share')}>
          {t('agent.shareOf', { share: figures.trimmed(ratioPercent(info.share), 4) })}
        </Fact>
        <Fact name={t('agent.since')}>{figures.dateTime(info.since)}</Fact>
        <Fact name={t('agent.users')}>{info.users}</Fact>
        {(info.limits.length > 0 || info.next_limits !== null) && (
          <Fact name={t('agent.limit')}>{limitsText(info.limits)}</Fact>
        )}
        {info.next_limits !== null && <Fact name={t('agent.nextLimit')}>{limitsText(info.next_limits)}</Fact>}
        <Fact name={t('agent.todayFees')}>
          <SumLines sums={fees} of="fees" />
        </Fact>
        <Fact name={t('agent.todayCommission')}>
          <SumLines sums={fees} of="commission" />
        </Fact>
        <Fact name={t('agent.total')}>
          <SumLines sums={info.total} of="commission" />
          {info.total.length > 0 && (
            <span className={settings.quiet}>{t('agent.totalUsd', { usd: figures.fixed(info.total_usd, 2) })}</span>
          )}
        </Fact>
      </dl>
      <p className={settings.note}>{t('agent.todayNote')}</p>
    </SettingsCard>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
