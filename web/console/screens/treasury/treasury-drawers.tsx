import { type SweepRow, treasuryCalls, type TreasuryRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { reasonOfSweep } from './sweep-reason.ts';
import { SweepStage, WalletState } from './treasury-columns.tsx';
import type { SweepDecision, TreasuryAction } from './treasury-dialogs.tsx';

interface DrawerProps {
  readonly onClose: () => void;
  readonly onAction: (action: TreasuryAction) => void;
}

/** The coins of an asset on a chain, and where they are. */
export function WalletDrawer({ onAction, onClose, wallet }: DrawerProps & { readonly wallet: TreasuryRow }) {
  const t = useTexts();
  const mayChange = useMay(treasuryCalls.changeHotLimits);
  const amount = (value: string | null) =>
    value === null ? noFigure : <Amount value={value} currency={wallet.code} />;
  return (
    <Drawer
      title={t('treasury.wallet', { chain: wallet.chain, code: wallet.code })}
      onClose={onClose}
      actions={
        mayChange && (
          <Button size="dense" onClick={() => onAction({ kind: 'limits', wallet })}>
            {t('treasury.limits')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('treasury.hot'), amount(wallet.hot)],
          [t('treasury.state'), <WalletState key="state" state={wallet.state} />],
          [t('treasury.min'), amount(wallet.hot_min)],
          [t('treasury.max'), amount(wallet.hot_max)],
          [t('treasury.waiting'), amount(wallet.waiting)],
          [t('treasury.unswept'), amount(wallet.unswept)],
          [t('treasury.sweeping'), amount(wallet.sweeping)],
          [t('treasury.cold'), amount(wallet.moved_to_cold)],
          [t('treasury.coldAddress'), wallet.cold_address ?? t('treasury.noCold')],
          [t('treasury.readAt'), wallet.read_at === null ? noFigure : <Time key="read" at={wallet.read_at} />],
        ]}
      />
    </Drawer>
  );
}

/** A move between two wallets, and what can be done about it. */
export function SweepDrawer({ onAction, onClose, sweep }: DrawerProps & { readonly sweep: SweepRow }) {
  const t = useTexts();
  const mayDecide = useMay(treasuryCalls.stopSweep);
  const decisions = mayDecide ? decisionsOf(sweep) : [];
  const buttons = decisions.map((kind) => (
    <Button key={kind} size="dense" look="plain" onClick={() => onAction({ kind, sweep })}>
      {t(`treasury.${kind}`)}
    </Button>
  ));
  return (
    <Drawer title={t('treasury.move', { id: sweep.id })} onClose={onClose} actions={decisions.length > 0 && buttons}>
      <Facts
        facts={[
          [t('treasury.kind'), t(`treasury.kinds.${sweep.kind}`)],
          [t('treasury.state'), <SweepStage key="stage" sweep={sweep} />],
          [t('treasury.reason'), reasonOfSweep(t, sweep) ?? noFigure],
          [t('treasury.chain'), sweep.chain],
          [t('treasury.amount'), <Amount key="amount" value={sweep.amount} currency={sweep.code} />],
          [t('treasury.from'), sweep.from],
          [t('treasury.to'), sweep.to],
          [t('treasury.topUps'), sweep.top_ups],
          [t('treasury.tx'), sweep.tx ?? noFigure],
          [t('words.time'), <Time key="time" at={sweep.created_at} />],
          [t('treasury.changed'), <Time key="changed" at={sweep.changed_at} />],
        ]}
      />
    </Drawer>
  );
}

function decisionsOf({ refused, stage }: SweepRow): readonly SweepDecision[] {
  if (stage === 'failed') return ['release'];
  if (stage !== 'gas_sent' && stage !== 'sent') return [];
  return refused ? ['retry', 'stop', 'prove'] : ['stop', 'prove'];
}
