import { type SecondsCurrencyRow, secondsCalls } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { Figure } from '../../parts/figures.tsx';
import { percentOf } from '../../parts/percent.ts';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import type { SecondsAction } from './seconds-dialogs.tsx';
import classes from './offer.module.css';

interface OfferProps {
  readonly onAction: (action: SecondsAction) => void;
}

/** Durations and payouts, and the currencies with their caps and the house's money. */
export function Offer({ onAction }: OfferProps) {
  const t = useTexts();
  return (
    <section className={classes.offer} aria-label={t('seconds.offerOf')}>
      <Durations onAction={onAction} />
      <Currencies onAction={onAction} />
    </section>
  );
}

function Durations({ onAction }: OfferProps) {
  const t = useTexts();
  const read = useRead(secondsCalls.secondsSettings, {});
  const mayConfigure = useMay(secondsCalls.configureSeconds);
  return (
    <ReadStates read={read}>
      {({ rows: [settings] }) =>
        settings !== undefined && (
          <p className={classes.durations}>
            <b>{t('seconds.fields.options')}</b>
            <Listed
              items={settings.options.map(({ seconds, ratio }) =>
                t('seconds.option', { seconds, percent: percentOf(ratio) }),
              )}
            />
            <b>{t('seconds.fields.fee')}</b>
            <span className="figures">{t('seconds.percent', { percent: percentOf(settings.fee) })}</span>
            {mayConfigure && (
              <Button size="dense" look="plain" onClick={() => onAction({ kind: 'settings', settings })}>
                {t('seconds.changeSettings')}
              </Button>
            )}
          </p>
        )
      }
    </ReadStates>
  );
}

/** Short figures in one line, or more of them if there is no room; none of them is broken. */
function Listed({ items }: { readonly items: readonly string[] }) {
  if (items.length === 0) return noFigure;
  return (
    <span className={classes.listed}>
      {items.map((item) => (
        <span key={item} className="figures">
          {item}
        </span>
      ))}
    </span>
  );
}

/** Those that are offered come first. */
function ordered(rows: readonly SecondsCurrencyRow[]): readonly SecondsCurrencyRow[] {
  return rows.toSorted((a, b) => Number(b.terms !== null) - Number(a.terms !== null));
}

function Currencies({ onAction }: OfferProps) {
  const t = useTexts();
  const read = useRead(secondsCalls.secondsCurrencies, {});
  const shown = useFigures();
  const mayConfigure = useMay(secondsCalls.configureSecondsCurrency);
  const figures = [
    t('seconds.fields.user_cap'),
    t('seconds.fields.side_cap'),
    t('seconds.houseFree'),
    t('seconds.houseReserved'),
    t('seconds.staked'),
  ];
  return (
    <ReadStates read={read}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState text={t('seconds.noCurrencies')} />
        ) : (
          <PlainTable
            caption={t('seconds.currencies')}
            heads={[
              t('seconds.currency'),
              t('words.state'),
              t('seconds.fields.numbers'),
              ...figures,
              t('seconds.action'),
            ]}
            figures={figures}
            rows={ordered(rows)}
            rowKey={(row) => String(row.id)}
            renderCells={(row) => [
              row.code,
              <StateBadge key="state" tone={row.terms?.state === 'open' ? 'good' : 'quiet'}>
                {t(`seconds.states.${row.terms?.state ?? 'none'}`)}
              </StateBadge>,
              <Listed key="stakes" items={(row.terms?.numbers ?? []).map((number) => shown.trimmed(number, 18))} />,
              <Figure key="user" value={row.terms?.user_cap ?? null} />,
              <Figure key="side" value={row.terms?.side_cap ?? null} />,
              <Figure key="free" value={row.house_available} />,
              <Figure key="reserved" value={row.house_reserved} />,
              <Figure key="staked" value={row.staked} />,
              mayConfigure && (
                <span key="action" className={classes.actions}>
                  <Button size="dense" look="plain" onClick={() => onAction({ kind: 'terms', currency: row })}>
                    {t(row.terms === null ? 'seconds.offer' : 'seconds.terms')}
                  </Button>
                  {row.terms !== null && (
                    <Button size="dense" look="plain" onClick={() => onAction({ kind: 'state', currency: row })}>
                      {t(row.terms.state === 'open' ? 'seconds.turn.closed' : 'seconds.turn.open')}
                    </Button>
                  )}
                </span>
              ),
            ]}
          />
        )
      }
    </ReadStates>
  );
}
