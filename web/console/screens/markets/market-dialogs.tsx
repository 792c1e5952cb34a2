import { marketCalls, type MarketDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { FeesDialog } from './fees-dialog.tsx';
import { marketChanges } from './market-fields.ts';
import { changedSettings, readSettings, settingFields, settingFormOf } from './setting-form.ts';
import { SettingInputs } from './setting-inputs.tsx';
import { StateChoice } from './state-choice.tsx';

export type MarketAction = 'state' | 'settings' | 'fees';

interface DialogProps {
  /** The market when the dialog was opened; the server refuses an action on an outdated one. */
  readonly market: MarketDetail;
  /** Called with the version of the market after the action; not while it waits for a second person. */
  readonly onDone: (version: number) => void;
  readonly onClose: () => void;
}

export function MarketDialog({ action, ...props }: DialogProps & { readonly action: MarketAction }) {
  switch (action) {
    case 'state':
      return <StateDialog {...props} />;
    case 'settings':
      return <SettingsDialog {...props} />;
    case 'fees':
      return <FeesDialog {...props} />;
  }
}

function StateDialog({ market, onClose, onDone }: DialogProps) {
  const t = useTexts();
  const { id, state: before, symbol, version } = market;
  const [state, setState] = useState(before);
  return (
    <ActionDialog
      call={marketCalls.changeState}
      title={t('markets.changeStateTitle', { symbol })}
      confirmLabel={t('markets.changeState')}
      isDestructive={state === 'halted'}
      input={state === before ? null : { id, version, state }}
      changes={marketChanges(t, { state: before }, { state })}
      onDone={(decided) => onDone(decided.version)}
      onClose={onClose}
    >
      <StateChoice label={t('markets.newState')} value={state} onChange={setState} />
      <p>{t('markets.stateHint')}</p>
    </ActionDialog>
  );
}

function SettingsDialog({ market, onClose, onDone }: DialogProps) {
  const t = useTexts();
  const { base_code, id, lot, quote_code, symbol, tick, version } = market;
  const [form, setForm] = useState(() => settingFormOf(market));
  const units = { tick, lot, amount: null };
  const { problems, values } = readSettings(form, units);
  const changed = values === null ? {} : changedSettings(values, market);
  const isChanged = Object.keys(changed).length > 0;
  return (
    <ActionDialog
      call={marketCalls.changeSettings}
      title={t('markets.changeSettingsTitle', { symbol })}
      confirmLabel={t('markets.changeSettings')}
      isWide
      input={isChanged ? { id, version, ...changed } : null}
      {...(values === null ? {} : { changes: marketChanges(t, settingsIn(market), values) })}
      fields={settingFields}
      onDone={(decided) => onDone(decided.version)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SettingInputs
            {...{ form, problems, units, errorOf, base: base_code, quote: quote_code }}
            onChange={(changes) => setForm((known) => ({ ...known, ...changes }))}
          />
          <p>{t('markets.settingsHint')}</p>
        </>
      )}
    </ActionDialog>
  );
}

/** The settings of a market without its other fields. */
function settingsIn(market: MarketDetail) {
  return Object.fromEntries(settingFields.map((field) => [field, market[field]]));
}
