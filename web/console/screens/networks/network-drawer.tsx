import { networkCalls, type NetworkRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount } from '../../parts/figures.tsx';
import { percentOf } from '../../parts/percent.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import type { NetworkAction } from './network-dialogs.tsx';

interface NetworkDrawerProps {
  readonly network: NetworkRow;
  readonly onClose: () => void;
  readonly onAction: (action: NetworkAction) => void;
}

/** A network: its terms, and the ways to change them. */
export function NetworkDrawer({ network, onAction, onClose }: NetworkDrawerProps) {
  const t = useTexts();
  const maySwitch = useMay(networkCalls.switchNetwork);
  const mayChange = useMay(networkCalls.changeNetworkTerms);
  const { currency_code: currency, open_draw, open_recharge } = network;
  const switchButton = (side: 'recharge' | 'draw', isOpen: boolean) => (
    <Button size="dense" look={isOpen ? 'danger' : 'plain'} onClick={() => onAction({ kind: side, network })}>
      {t(`networks.${side}.${isOpen ? 'close' : 'open'}`)}
    </Button>
  );
  return (
    <Drawer
      title={t('networks.one', { currency, network: network.code })}
      onClose={onClose}
      actions={
        (maySwitch || mayChange) && (
          <>
            {mayChange && (
              <Button size="dense" onClick={() => onAction({ kind: 'terms', network })}>
                {t('networks.terms')}
              </Button>
            )}
            {maySwitch && switchButton('recharge', open_recharge)}
            {maySwitch && switchButton('draw', open_draw)}
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('networks.fields.open_recharge'), <OpenState key="recharge" isOpen={open_recharge} />],
          [t('networks.fields.open_draw'), <OpenState key="draw" isOpen={open_draw} />],
          [t('networks.fields.chain'), network.chain_name],
          [t('networks.fields.name'), network.name],
          [t('networks.fields.asset'), network.asset === '' ? t('networks.coin') : network.asset],
          [t('networks.fields.asset_decimals'), network.asset_decimals],
          [t('networks.fields.memo_required'), t(network.memo_required ? 'networks.required' : 'networks.notRequired')],
          [t('networks.fields.recharge_min'), <Amount key="min" value={network.recharge_min} currency={currency} />],
          [t('networks.fields.draw_min'), <Amount key="withdrawalMin" value={network.draw_min} currency={currency} />],
          [t('networks.fields.draw_max'), <Amount key="withdrawalMax" value={network.draw_max} currency={currency} />],
          [t('networks.fields.fee'), <NetworkFee key="fee" network={network} />],
          [t('networks.fields.arrival_minutes'), network.arrival_minutes],
          [t('networks.fields.max_gas'), network.max_gas],
          [t('words.version'), network.version],
        ]}
      />
      <ConsoleLink to={`/audit?subject_kind=network&subject_id=${network.id}`}>{t('networks.history')}</ConsoleLink>
    </Drawer>
  );
}

export function OpenState({ isOpen }: { readonly isOpen: boolean }) {
  const t = useTexts();
  return <StateBadge tone={isOpen ? 'good' : 'quiet'}>{t(isOpen ? 'networks.open' : 'networks.closed')}</StateBadge>;
}

export function NetworkFee({ network: { currency_code, fee, fee_kind } }: { readonly network: NetworkRow }) {
  const t = useTexts();
  if (fee_kind === 'flat') return <Amount value={fee} currency={currency_code} />;
  return <span className="figures">{t('networks.percent', { percent: percentOf(fee) })}</span>;
}
