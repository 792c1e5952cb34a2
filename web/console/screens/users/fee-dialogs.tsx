import { Checkbox, TextInput } from '@mantine/core';
import { userCalls, type UserDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';

interface FeeDialogProps {
  readonly user: UserDetail;
  readonly onClose: () => void;
}

/** Assigns a user to a fee tier. */
export function TierDialog({ user, onClose }: FeeDialogProps) {
  const t = useTexts();
  const { id, fee_tier: before, fees_version: version } = user;
  const [text, setText] = useState(String(before));
  const tier = wholeNumber(text, 0, 99);
  return (
    <ActionDialog
      call={userCalls.setUserFeeTier}
      title={t('users.setTierTitle', { id })}
      confirmLabel={t('users.setTier')}
      input={tier === null || tier === before ? null : { id, version, tier }}
      changes={[{ field: t('users.tier'), before: String(before), after: tier === null ? null : String(tier) }]}
      fields={['tier']}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextInput
          label={t('users.tier')}
          inputMode="numeric"
          value={text}
          error={errorOf('tier')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}

/** Sets or removes a user's own fees on one market or on all. */
export function FeesDialog({ user, onClose }: FeeDialogProps) {
  const t = useTexts();
  const { id, fees_version: version } = user;
  const [market, setMarket] = useState('');
  const [maker, setMaker] = useState('');
  const [taker, setTaker] = useState('');
  const [removes, setRemoves] = useState(false);
  const marketId = market.trim() === '' ? null : wholeNumber(market, 1, 65_535);
  const isMarket = market.trim() === '' || marketId !== null;
  const makerPpm = wholeNumber(maker, -999_999, 999_999);
  const takerPpm = wholeNumber(taker, 0, 999_999);
  const entered = makerPpm === null || takerPpm === null ? null : { maker_fee_ppm: makerPpm, taker_fee_ppm: takerPpm };
  const own = user.own_fees.find((fees) => fees.market_id === marketId);
  const isComplete = isMarket && (removes ? own !== undefined : entered !== null);
  const shown = (rates: { readonly maker_fee_ppm: number; readonly taker_fee_ppm: number } | null | undefined) =>
    rates === null || rates === undefined
      ? null
      : t('users.rates', { maker: rates.maker_fee_ppm, taker: rates.taker_fee_ppm });
  return (
    <ActionDialog
      call={userCalls.setUserFees}
      title={t('users.setFeesTitle', { id })}
      confirmLabel={t('users.setFees')}
      input={isComplete ? { id, version, market_id: marketId, rates: removes ? null : entered } : null}
      changes={[{ field: t('users.ownFees'), before: shown(own), after: removes ? null : shown(entered) }]}
      fields={['market_id']}
      fieldOf={{ market_unknown: 'market_id' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('users.feesMarket')}
            inputMode="numeric"
            value={market}
            error={errorOf('market_id')}
            onChange={(event) => setMarket(event.currentTarget.value)}
          />
          {!removes && (
            <>
              <TextInput
                label={t('users.makerFee')}
                value={maker}
                onChange={(event) => setMaker(event.currentTarget.value)}
              />
              <TextInput
                label={t('users.takerFee')}
                value={taker}
                onChange={(event) => setTaker(event.currentTarget.value)}
              />
            </>
          )}
          <Checkbox
            label={t('users.removeFees')}
            checked={removes}
            onChange={(event) => setRemoves(event.currentTarget.checked)}
          />
        </>
      )}
    </ActionDialog>
  );
}
