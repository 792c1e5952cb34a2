import { secondsCalls, type SecondsMarketRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';

interface MarketDrawerProps {
  readonly market: SecondsMarketRow;
  readonly onClose: () => void;
  readonly onState: () => void;
}

/** A market: its state, its index, and the open contracts of each direction. */
export function MarketDrawer({ market, onClose, onState }: MarketDrawerProps) {
  const t = useTexts();
  const mayConfigure = useMay(secondsCalls.configureSecondsMarket);
  const isOpen = market.state === 'open';
  return (
    <Drawer
      title={market.symbol}
      onClose={onClose}
      actions={
        mayConfigure && (
          <Button size="dense" look={isOpen ? 'danger' : 'accent'} onClick={onState}>
            {t(isOpen ? 'seconds.turn.closed' : 'seconds.turn.open')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), <MarketState key="state" market={market} />],
          [t('seconds.index'), <IndexBadge key="index" market={market} />],
          [t('words.version'), market.version],
        ]}
      />
      {market.sides.map(({ currency_code: code, up, down }) => (
        <section key={code} aria-label={code}>
          <h3>{code}</h3>
          <Facts
            facts={[
              [t('seconds.openUp'), up.contracts],
              [t('seconds.stakedUp'), <Amount key="staked-up" value={up.staked} currency={code} />],
              [t('seconds.payoutUp'), <Amount key="payout-up" value={up.payout} currency={code} />],
              [t('seconds.openDown'), down.contracts],
              [t('seconds.stakedDown'), <Amount key="staked-down" value={down.staked} currency={code} />],
              [t('seconds.payoutDown'), <Amount key="payout-down" value={down.payout} currency={code} />],
            ]}
          />
        </section>
      ))}
    </Drawer>
  );
}

export function MarketState({ market: { state } }: { readonly market: SecondsMarketRow }) {
  const t = useTexts();
  return <StateBadge tone={state === 'open' ? 'good' : 'quiet'}>{t(`seconds.states.${state ?? 'none'}`)}</StateBadge>;
}

const tones = { live: 'good', silent: 'warning', waiting: 'warning', none: 'quiet' } as const;

/** Whether the index of the market has a price, or waits for a new rule. */
export function IndexBadge({ market: { index } }: { readonly market: SecondsMarketRow }) {
  const t = useTexts();
  return <StateBadge tone={tones[index]}>{t(`seconds.indexStates.${index}`)}</StateBadge>;
}
