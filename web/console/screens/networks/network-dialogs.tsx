import { type FollowedChainRow, networkCalls, type NetworkRow } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { AddNetwork } from './add-network.tsx';
import { useNetworkChanges } from './network-changes.ts';
import { NetworkFields } from './network-fields.tsx';
import { networkTerms, textsOf } from './network-terms.ts';

/** The action that a dialog asks for. */
export type NetworkAction =
  | { readonly kind: 'add' }
  | { readonly kind: 'terms' | 'recharge' | 'draw'; readonly network: NetworkRow }
  | { readonly kind: 'resume'; readonly chain: FollowedChainRow };

interface DialogProps {
  readonly onClose: () => void;
}

export function NetworkDialog({ action, onClose }: DialogProps & { readonly action: NetworkAction }) {
  switch (action.kind) {
    case 'add':
      return <AddNetwork onClose={onClose} />;
    case 'terms':
      return <ChangeTerms network={action.network} onClose={onClose} />;
    case 'recharge':
    case 'draw':
      return <Switch side={action.kind} network={action.network} onClose={onClose} />;
    case 'resume':
      return <ResumeChain chain={action.chain} onClose={onClose} />;
  }
}

function ChangeTerms({ network, onClose }: DialogProps & { readonly network: NetworkRow }) {
  const t = useTexts();
  const changesBetween = useNetworkChanges();
  const [texts, setTexts] = useState(() => textsOf(network));
  const terms = networkTerms(texts);
  const changes = terms === null ? [] : changesBetween(network, terms);
  return (
    <ActionDialog
      call={networkCalls.changeNetworkTerms}
      title={t('networks.termsTitle', { network: nameOf(network) })}
      confirmLabel={t('networks.terms')}
      input={terms === null || changes.length === 0 ? null : { id: network.id, version: network.version, ...terms }}
      changes={changes}
      fields={['recharge_min', 'draw_min', 'draw_max', 'fee', 'arrival_minutes', 'max_gas']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('networks.termsHint')}</p>
          <NetworkFields texts={texts} unit={network.currency_code} errorOf={errorOf} onChange={setTexts} />
        </>
      )}
    </ActionDialog>
  );
}

interface SwitchProps extends DialogProps {
  readonly network: NetworkRow;
  readonly side: 'recharge' | 'draw';
}

function Switch({ network, onClose, side }: SwitchProps) {
  const t = useTexts();
  const field = side === 'recharge' ? 'open_recharge' : 'open_draw';
  const isOpen = network[field];
  const action = isOpen ? 'close' : 'open';
  const { id, open_draw, open_recharge, version } = network;
  const state = (opened: boolean): string => t(opened ? 'networks.open' : 'networks.closed');
  return (
    <ActionDialog
      call={networkCalls.switchNetwork}
      title={t(`networks.titles.${side}.${action}`, { network: nameOf(network) })}
      confirmLabel={t(`networks.${side}.${action}`)}
      isDestructive={isOpen}
      needsSecond={!isOpen}
      input={{ id, version, open_draw, open_recharge, [field]: !isOpen }}
      changes={[{ field: t(`networks.fields.${field}`), before: state(isOpen), after: state(!isOpen) }]}
      onClose={onClose}
    >
      <p>{t(`networks.hints.${side}.${action}`)}</p>
    </ActionDialog>
  );
}

function ResumeChain({ chain, onClose }: DialogProps & { readonly chain: FollowedChainRow }) {
  const t = useTexts();
  return (
    <ActionDialog
      call={networkCalls.resumeChain}
      title={t('networks.resumeTitle', { chain: chain.name })}
      confirmLabel={t('networks.resume')}
      reasonCode="incident"
      input={chain.halted === null ? null : { id: chain.id, halted: chain.halted }}
      changes={[{ field: t('words.state'), before: t('networks.halted'), after: t('networks.followed') }]}
      onClose={onClose}
    >
      <p>{t('networks.resumeHint')}</p>
    </ActionDialog>
  );
}

function nameOf({ code, currency_code: currency }: NetworkRow): string {
  return `${currency} ${code}`;
}
