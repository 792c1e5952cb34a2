import { leverageCalls, type LeveragePairRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { History } from '../../parts/history.tsx';
import { percentOf } from '../../parts/percent.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import type { LeverageAction } from './leverage-dialogs.tsx';
import { useTermsChanges } from './use-terms-changes.ts';

interface PairDrawerProps {
  readonly pair: LeveragePairRow;
  readonly onClose: () => void;
  readonly onAction: (action: LeverageAction) => void;
}

/** A pair: its terms, its exposure, and the decisions about it. */
export function PairDrawer({ pair, onClose, onAction }: PairDrawerProps) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const mayConfigure = useMay(leverageCalls.configureLeverage);
  const history = useList(leverageCalls.leverageHistory, { id: String(pair.id) });
  const { quote_code: code, symbol, terms } = pair;
  const percent = (fraction: string): string => t('leverage.percent', { percent: percentOf(fraction) });
  return (
    <Drawer
      title={symbol}
      onClose={onClose}
      actions={
        mayConfigure && (
          <>
            <Button size="dense" onClick={() => onAction({ kind: 'terms', pair })}>
              {t(terms === null ? 'leverage.offer' : 'leverage.terms')}
            </Button>
            {terms !== null && (
              <Button
                size="dense"
                look={terms.state === 'open' ? 'danger' : 'plain'}
                onClick={() => onAction({ kind: 'state', pair })}
              >
                {t(terms.state === 'open' ? 'leverage.turn.reduce_only' : 'leverage.turn.open')}
              </Button>
            )}
          </>
        )
      }
    >
      {terms !== null && (
        <Facts
          facts={[
            [t('words.state'), <PairState key="state" pair={pair} />],
            [t('leverage.mark'), <Figure key="mark" value={pair.mark} />],
            [t('leverage.long'), <Amount key="long" value={pair.long.gross} currency={code} />],
            [t('leverage.short'), <Amount key="short" value={pair.short.gross} currency={code} />],
            [t('leverage.net'), <Amount key="net" value={pair.net} currency={code} />],
            [t('leverage.ordered'), <Amount key="ordered" value={pair.ordered} currency={code} />],
            [t('leverage.fields.gross_cap'), <Amount key="cap" value={terms.gross_cap} currency={code} />],
            [t('leverage.fields.multiples'), terms.multiples.join(' ')],
            [t('leverage.fields.tiers'), terms.tiers.map(({ limit, multiple }) => `${limit}×${multiple}`).join(' ')],
            [t('leverage.fields.share_decimals'), terms.share_decimals],
            [t('leverage.fields.share_points'), terms.share_points],
            [t('leverage.fields.mark_decimals'), terms.mark_decimals],
            [t('leverage.fields.shares'), terms.shares.join(' ')],
            [t('leverage.fields.min_share'), <Figure key="least" value={terms.min_share} />],
            [t('leverage.fields.max_share'), <Figure key="most" value={terms.max_share} />],
            [t('leverage.fields.spread'), percent(terms.spread)],
            [t('leverage.fields.fee'), `${percent(terms.fee)} · ${t(`leverage.bases.${terms.fee_base}`)}`],
            [t('leverage.fields.reserve'), percent(terms.reserve)],
            [t('words.version'), pair.version],
          ]}
        />
      )}
      <History list={history} changesOf={({ after, before }) => changesBetween(before, after)} />
    </Drawer>
  );
}

/** Whether the pair takes new positions, and why it is suspended. */
export function PairState({ pair }: { readonly pair: LeveragePairRow }) {
  const t = useTexts();
  const { suspended, suspended_by: by, terms } = pair;
  if (terms === null) return <StateBadge tone="quiet">{t('leverage.states.none')}</StateBadge>;
  if (suspended !== null) {
    return <StateBadge tone="warning">{t(`leverage.suspended.${suspended}`, { currency: by ?? '' })}</StateBadge>;
  }
  return (
    <StateBadge tone={terms.state === 'open' ? 'good' : 'quiet'}>{t(`leverage.states.${terms.state}`)}</StateBadge>
  );
}
