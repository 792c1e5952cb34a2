import { Checkbox, NativeSelect } from '@mantine/core';
import { marketCalls, type MarketDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';
import { marketChanges } from './market-fields.ts';
import { ratesOf } from './new-market.ts';
import { readRates, type RateValues } from './setting-form.ts';
import { MarketInput, RateInputs } from './setting-inputs.tsx';

interface FeesDialogProps {
  readonly market: MarketDetail;
  readonly onDone: (version: number) => void;
  readonly onClose: () => void;
}

const maxTier = 99;
const noRates: RateValues = { maker_fee: '', taker_fee: '' };

/** Sets the rates of a fee tier, adds a tier or removes one. */
export function FeesDialog({ market, onClose, onDone }: FeesDialogProps) {
  const t = useTexts();
  const { id, symbol, tiers, version } = market;
  const [chosen, setChosen] = useState('0');
  const [newTier, setNewTier] = useState(String(nextTier(tiers)));
  const [rates, setRates] = useState<RateValues>(() => ratesOf(tiers[0] ?? noRates));
  const [removes, setRemoves] = useState(false);
  const isNew = chosen === addition;
  const tier = wholeNumber(isNew ? newTier : chosen, 0, maxTier);
  const known = tiers.find((one) => one.tier === tier);
  const { problems, values } = readRates(rates);
  const before = known === undefined ? null : { maker_fee: known.maker_fee, taker_fee: known.taker_fee };
  const after = removes ? null : values;
  const isSame =
    before !== null && after !== null && before.maker_fee === after.maker_fee && before.taker_fee === after.taker_fee;
  const isComplete = tier !== null && !isSame && (removes || after !== null) && !(isNew && known !== undefined);
  const choose = (value: string): void => {
    setChosen(value);
    setRemoves(false);
    // A new tier starts from the rates that are on screen.
    const tierOf = tiers.find((one) => String(one.tier) === value);
    if (tierOf !== undefined) setRates(ratesOf(tierOf));
  };
  return (
    <ActionDialog
      call={marketCalls.setFees}
      title={t('markets.setFeesTitle', { symbol })}
      confirmLabel={removes ? t('markets.removeTier') : t('markets.setFees')}
      isDestructive={removes}
      input={isComplete ? { id, version, tier, rates: after } : null}
      {...(isComplete ? { changes: marketChanges(t, before, after) } : {})}
      fields={['tier', 'maker_fee', 'taker_fee']}
      onDone={({ result }) => result !== null && onDone(result.version)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label={t('markets.tier')}
            value={chosen}
            error={isNew ? null : errorOf('tier')}
            data={[
              ...tiers.map((one) => ({ value: String(one.tier), label: t('markets.tierOf', { tier: one.tier }) })),
              ...(tiers.length > maxTier ? [] : [{ value: addition, label: t('markets.addTier') }]),
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {isNew && (
            <MarketInput
              label={t('markets.newTier')}
              hint={t('markets.hints.newTier')}
              value={newTier}
              problem={tier === null || tier === 0 ? 'tier' : known === undefined ? undefined : 'tierTaken'}
              refusal={errorOf('tier')}
              onChange={setNewTier}
            />
          )}
          {!removes && (
            <RateInputs
              form={rates}
              problems={problems}
              errorOf={errorOf}
              onChange={(changes) => setRates((entered) => ({ ...entered, ...changes }))}
            />
          )}
          {!isNew && tier !== 0 && (
            <Checkbox
              label={t('markets.removeThisTier')}
              description={t('markets.hints.removeTier')}
              checked={removes}
              onChange={(event) => setRemoves(event.currentTarget.checked)}
            />
          )}
          <p>{t('markets.feesHint')}</p>
        </>
      )}
    </ActionDialog>
  );
}

/** The option of the list of tiers that adds one. */
const addition = 'new';

/** The lowest number that no tier has. */
function nextTier(tiers: MarketDetail['tiers']): number {
  const taken = new Set(tiers.map(({ tier }) => tier));
  let tier = 1;
  while (taken.has(tier)) tier += 1;
  return tier;
}
