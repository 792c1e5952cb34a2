import { indexRules, indexTicks } from '@bourse/contract/index-price';
import type { MicroEvidence, MicroOrder, MicroWindow } from '@bourse/contract/seconds';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { noFigure } from '../../ui/figures.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { sha256Of, tickRangesOf, type Verdict, verdictOf } from './evidence-check.ts';
import { readTicks } from './read-ticks.ts';
import { ReadingTable } from './reading-table.tsx';
import { useEvidence } from './seconds-reads.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import { signedAmount, wayOf } from '../../ui/signed-amount.ts';
import { verifyCommand } from './verify-command.ts';
import classes from './evidence.module.css';

interface EvidenceDialogProps {
  readonly contract: MicroOrder;
  readonly onClose: () => void;
}

/** Everything that the result of a contract follows from, computed again in the page from public ticks. */
export function EvidenceDialog({ contract, onClose }: EvidenceDialogProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useEvidence(contract.id);
  return (
    <Sheet title={t('seconds.evidenceTitle', { id: contract.id })} from="centre" opened onClose={onClose}>
      <div className={classes.content}>
        {data !== undefined ? (
          <Evidence contract={contract} evidence={data.data} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={10} height={28} />
        )}
      </div>
    </Sheet>
  );
}

interface EvidenceProps {
  readonly contract: MicroOrder;
  readonly evidence: MicroEvidence;
}

function Evidence({ contract, evidence }: EvidenceProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const texts = useSecondsTexts();
  const { strike, settlement } = evidence.windows;
  const decimals = evidence.terms.price_decimals;
  const result = `${signedAmount(contract.fact_profits, figures)}\u00a0${contract.currency_name}`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('seconds.contract'), texts.name(contract)],
    [t('seconds.stake'), amount(contract.number, contract.currency_name)],
    [t('seconds.strike'), strike.price === null ? noFigure : texts.price(strike.price, decimals)],
    [t('seconds.settlement'), settlement.price === null ? noFigure : texts.price(settlement.price, decimals)],
    [
      t('seconds.result'),
      <span key="result" className={wayOf(contract.fact_profits)}>{`${result} · ${texts.result(contract)}`}</span>,
    ],
    [
      t('seconds.ruleName'),
      <Link key="rule" to="/second/rule" target="_blank">
        {evidence.terms.rule}
      </Link>,
    ],
  ];
  return (
    <>
      <VerdictNote contract={contract} evidence={evidence} />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Window title={t('seconds.strikeWindow')} window={strike} decimals={decimals} />
      <Window title={t('seconds.settlementWindow')} window={settlement} decimals={decimals} />
      {settlement.readings.some(({ dropped }) => dropped) && (
        <p className={classes.quiet}>{t('seconds.droppedNote')}</p>
      )}
      <p className={classes.hash}>
        <span>{t('seconds.hash')}</span>
        <code>{evidence.sha256}</code>
      </p>
      <p className={classes.hash}>
        <span>{t('seconds.check.terminal')}</span>
        <code>{verifyCommand(contract.id)}</code>
      </p>
    </>
  );
}

const verdictTexts = {
  equal: 'seconds.check.equal',
  differs: 'seconds.check.differs',
  equalWithoutTicks: 'seconds.check.forgotten',
} as const satisfies Readonly<Record<Verdict, string>>;

/** Computes the result again and says whether it is the same. */
function VerdictNote({ contract, evidence }: EvidenceProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useVerdict(contract, evidence);
  return (
    <div className={classes.verdict} role="status" data-verdict={data}>
      <strong>
        {data === undefined
          ? t(isError ? 'seconds.check.failed' : 'seconds.check.running')
          : t(verdictTexts[data], { id: contract.id })}
      </strong>
      {isError ? (
        <button type="button" className={classes.retry} onClick={() => void refetch()}>
          {t('common.retry')}
        </button>
      ) : (
        data !== 'equalWithoutTicks' && <span>{t('seconds.check.how')}</span>
      )}
    </div>
  );
}

/** Whether the rule leads from the public ticks to the result of the contract, with the right hash of the evidence. */
function useVerdict(contract: MicroOrder, evidence: MicroEvidence) {
  const { call } = useLive();
  const { canonical, sha256, terms } = evidence;
  return useQuery({
    queryKey: ['seconds/verdict', contract.id, sha256],
    meta: { saidInPlace: true },
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Verdict> => {
      if (sha256Of(canonical) !== sha256) return 'differs';
      const of = { currency_id: terms.asset_id };
      const [ticks, rules] = await Promise.all([
        readTicks(
          async (range) => (await call(indexTicks, { ...of, ...range }, { signal })).data,
          tickRangesOf(evidence),
        ),
        call(indexRules, of, { signal }),
      ]);
      return verdictOf(contract, { evidence, ticks, rules: rules.data });
    },
  });
}

interface WindowProps {
  readonly title: string;
  readonly window: MicroWindow;
  readonly decimals: number;
}

function Window({ title, window, decimals }: WindowProps) {
  const id = useId();
  const figures = useFigures();
  const texts = useSecondsTexts();
  const moment = (ms: number): string => `${figures.time(ms)}.${String(ms % 1_000).padStart(3, '0')}`;
  return (
    <section aria-labelledby={id} className={classes.window}>
      <h3 id={id}>
        {title}
        <span className="figures">{`${moment(window.from)} – ${moment(window.to)}`}</span>
      </h3>
      <ReadingTable caption={title} readings={window.readings} />
      {window.price !== null && (
        <p className={classes.mean}>
          <span>{texts.mean}</span>
          <strong className="figures">{texts.price(window.price, decimals)}</strong>
        </p>
      )}
    </section>
  );
}
