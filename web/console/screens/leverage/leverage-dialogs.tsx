import { NativeSelect, TextInput } from '@mantine/core';
import { leverageCalls, type LeverageFundRow, type LeveragePairRow } from '@bourse/contract/console';
import { useState } from 'react';
import { isDecimal } from '../../../live/decimal.ts';
import { ActionDialog, type ErrorOf } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';

import { useTexts } from '../../texts/texts.ts';
import { noTexts, type PairTerms, readTerms, type TermsTexts, textsOf } from './pair-terms.ts';
import { useTermsChanges } from './use-terms-changes.ts';

/** The action that a dialog asks for. */
export type LeverageAction =
  | { readonly kind: 'terms' | 'state'; readonly pair: LeveragePairRow }
  | { readonly kind: 'floor'; readonly fund: LeverageFundRow };

interface DialogProps {
  readonly onClose: () => void;
}

export function LeverageDialog({ action, onClose }: DialogProps & { readonly action: LeverageAction }) {
  switch (action.kind) {
    case 'terms':
      return <ChangeTerms pair={action.pair} onClose={onClose} />;
    case 'state':
      return <ChangeState pair={action.pair} onClose={onClose} />;
    case 'floor':
      return <ChangeFloor fund={action.fund} onClose={onClose} />;
  }
}

const fields = [
  ...(['share_decimals', 'share_points', 'mark_decimals', 'multiples', 'shares', 'min_share', 'max_share'] as const),
  ...(['spread', 'fee', 'reserve', 'tiers', 'gross_cap'] as const),
] as const;

function ChangeTerms({ pair, onClose }: DialogProps & { readonly pair: LeveragePairRow }) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const { id, symbol, terms, version } = pair;
  const [texts, setTexts] = useState<TermsTexts>(terms === null ? noTexts : textsOf(terms));
  const [base, setBase] = useState<PairTerms['fee_base']>(terms?.fee_base ?? 'amount');
  const read = completeTerms(texts);
  const wanted = read === null ? null : { ...read, fee_base: base, state: terms?.state ?? ('open' as const) };
  const changes = wanted === null ? [] : changesBetween(shownOf(terms), shownOf(wanted));
  return (
    <ActionDialog
      call={leverageCalls.configureLeverage}
      title={t(terms === null ? 'leverage.offerTitle' : 'leverage.termsTitle', { symbol })}
      confirmLabel={t(terms === null ? 'leverage.offer' : 'leverage.terms')}
      needsSecond={terms === null}
      isWide
      input={wanted === null || changes.length === 0 ? null : { id, version, ...wanted }}
      changes={changes}
      fields={fields}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t(terms === null ? 'leverage.offerHint' : 'leverage.termsHint')}</p>
          <TermsFields pair={pair} texts={texts} errorOf={errorOf} onChange={setTexts} />
          <NativeSelect
            label={t('leverage.fields.fee_base')}
            value={base}
            data={[
              { value: 'amount', label: t('leverage.bases.amount') },
              { value: 'margin', label: t('leverage.bases.margin') },
            ]}
            onChange={(event) => setBase(event.currentTarget.value === 'margin' ? 'margin' : 'amount')}
          />
        </>
      )}
    </ActionDialog>
  );
}

function ChangeState({ pair, onClose }: DialogProps & { readonly pair: LeveragePairRow }) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const { id, symbol, terms, version } = pair;
  if (terms === null) return null;
  const state = terms.state === 'open' ? 'reduce_only' : 'open';
  return (
    <ActionDialog
      call={leverageCalls.configureLeverage}
      title={t(`leverage.titles.${state}`, { symbol })}
      confirmLabel={t(`leverage.turn.${state}`)}
      isDestructive={state === 'reduce_only'}
      needsSecond={false}
      input={{ id, version, ...terms, state }}
      changes={changesBetween(shownOf(terms), shownOf({ ...terms, state }))}
      onClose={onClose}
    >
      <p>{t(`leverage.hints.${state}`)}</p>
    </ActionDialog>
  );
}

function ChangeFloor({ fund, onClose }: DialogProps & { readonly fund: LeverageFundRow }) {
  const t = useTexts();
  const { currency_code: code, currency_id, house_floor: before, version } = fund;
  const [text, setText] = useState(before);
  const floor = text.trim();
  const isValid = isDecimal(floor) && !floor.startsWith('-');
  return (
    <ActionDialog
      call={leverageCalls.configureFloor}
      title={t('leverage.floorTitle', { code })}
      confirmLabel={t('leverage.changeFloor')}
      input={isValid && floor !== before ? { currency_id, version, house_floor: floor } : null}
      changes={isValid ? [{ field: t('leverage.floor'), before, after: floor }] : []}
      fields={['house_floor']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('leverage.floorHint')}</p>
          <FigureInput
            label={t('leverage.floor')}
            unit={code}
            value={text}
            error={errorOf('house_floor') ?? (text === '' || isValid ? null : t('entry.amount'))}
            onChange={setText}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface TermsFieldsProps {
  readonly pair: LeveragePairRow;
  readonly texts: TermsTexts;
  readonly errorOf: ErrorOf;
  readonly onChange: (texts: TermsTexts) => void;
}

/** The fields of the terms. The size of a lot and the decimals of the mark never change after the first offer. */
function TermsFields({ pair, texts, errorOf, onChange }: TermsFieldsProps) {
  const t = useTexts();
  const terms = readTerms(texts);
  const errorFor = (field: keyof typeof terms, text: string, problem: string): string | null =>
    errorOf(field) ?? (text.trim() === '' || terms[field] !== null ? null : problem);
  const whole = t('entry.whole', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const figure = (field: (typeof fields)[number], name: keyof TermsTexts, problem: string, unit?: string) => (
    <FigureInput
      label={t(`leverage.fields.${field}`)}
      {...(unit === undefined ? {} : { unit })}
      value={texts[name]}
      error={errorFor(field, texts[name], problem)}
      onChange={(value) => onChange({ ...texts, [name]: value })}
    />
  );
  const list = (field: 'multiples' | 'shares' | 'tiers', problem: string) => (
    <TextInput
      label={t(`leverage.fields.${field}`)}
      value={texts[field]}
      error={errorFor(field, texts[field], problem)}
      onChange={(event) => onChange({ ...texts, [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {pair.terms === null && (
        <>
          {figure('share_decimals', 'shareDecimals', whole)}
          {figure('share_points', 'sharePoints', whole)}
          {figure('mark_decimals', 'markDecimals', whole)}
        </>
      )}
      {list('multiples', t('leverage.listInvalid'))}
      {list('tiers', t('leverage.tiersInvalid'))}
      {list('shares', t('leverage.listInvalid'))}
      {figure('min_share', 'minShare', whole)}
      {figure('max_share', 'maxShare', whole)}
      {figure('spread', 'spread', t('entry.percent'), '%')}
      {figure('fee', 'fee', t('entry.percent'), '%')}
      {figure('reserve', 'reserve', t('entry.percent'), '%')}
      {figure('gross_cap', 'grossCap', t('entry.amount'), pair.quote_code)}
    </>
  );
}

/** The complete terms of a form; null while a field is missing or invalid. */
function completeTerms(texts: TermsTexts): Omit<PairTerms, 'state' | 'fee_base'> | null {
  const read = readTerms(texts);
  const { fee, gross_cap, mark_decimals, max_share, min_share, multiples } = read;
  const { reserve, share_decimals, share_points, shares, spread, tiers } = read;
  if (fee === null || gross_cap === null || mark_decimals === null || max_share === null || min_share === null) {
    return null;
  }
  if (multiples === null || reserve === null || share_decimals === null || share_points === null) return null;
  if (shares === null || spread === null || tiers === null) return null;
  return {
    fee,
    gross_cap,
    mark_decimals,
    max_share,
    min_share,
    multiples,
    reserve,
    share_decimals,
    share_points,
    shares,
    spread,
    tiers,
  };
}

/** Terms as they are compared, with lists as texts. */
function shownOf(terms: PairTerms | null) {
  if (terms === null) return null;
  const { multiples, shares, tiers, ...others } = terms;
  return {
    ...others,
    multiples: multiples.join(' '),
    shares: shares.join(' '),
    tiers: tiers.map(({ limit, multiple }) => `${limit}×${multiple}`).join(' '),
  };
}
