import { TextInput } from '@mantine/core';
import {
  secondsCalls,
  type SecondsCurrencyRow,
  secondsCurrencyNeedsSecond,
  secondsMarketNeedsSecond,
  type SecondsMarketRow,
  secondsSettingsNeedSecond,
  type SecondsSettingsRow,
} from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';
import {
  type CurrencyTerms,
  currencyTextsOf,
  noCurrencyTexts,
  readCurrencyTerms,
  readSettings,
  settingsTextsOf,
} from './seconds-terms.ts';
import { useSecondsChanges } from './use-seconds-changes.ts';

/** The action that a dialog asks for. */
export type SecondsAction =
  | { readonly kind: 'settings'; readonly settings: SecondsSettingsRow }
  | { readonly kind: 'terms' | 'state'; readonly currency: SecondsCurrencyRow }
  | { readonly kind: 'market'; readonly market: SecondsMarketRow };

interface DialogProps {
  readonly onClose: () => void;
}

interface CurrencyProps extends DialogProps {
  readonly currency: SecondsCurrencyRow;
}

export function SecondsDialog({ action, onClose }: DialogProps & { readonly action: SecondsAction }) {
  switch (action.kind) {
    case 'settings':
      return <ChangeSettings settings={action.settings} onClose={onClose} />;
    case 'terms':
      return <ChangeCurrency currency={action.currency} onClose={onClose} />;
    case 'state':
      return <ChangeCurrencyState currency={action.currency} onClose={onClose} />;
    case 'market':
      return <ChangeMarket market={action.market} onClose={onClose} />;
  }
}

function ChangeSettings({ settings, onClose }: DialogProps & { readonly settings: SecondsSettingsRow }) {
  const t = useTexts();
  const changesBetween = useSecondsChanges();
  const isFirst = settings.version === 0;
  const [texts, setTexts] = useState(() => (isFirst ? { options: '', fee: '0' } : settingsTextsOf(settings)));
  const { options, fee } = readSettings(texts);
  const wanted = options === null || fee === null ? null : { options, fee };
  const changes =
    wanted === null ? [] : changesBetween(isFirst ? null : shownSettings(settings), shownSettings(wanted));
  return (
    <ActionDialog
      call={secondsCalls.configureSeconds}
      title={t('seconds.settingsTitle')}
      confirmLabel={t('seconds.changeSettings')}
      needsSecond={wanted === null ? isFirst : secondsSettingsNeedSecond(isFirst ? null : settings, wanted)}
      input={wanted === null || changes.length === 0 ? null : { version: settings.version, ...wanted }}
      changes={changes}
      fields={['options', 'fee']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('seconds.settingsHint')}</p>
          <TextInput
            label={t('seconds.fields.options')}
            description={t('seconds.optionsHint')}
            value={texts.options}
            error={
              errorOf('options') ?? (texts.options === '' || options !== null ? null : t('seconds.optionsInvalid'))
            }
            onChange={(event) => setTexts({ ...texts, options: event.currentTarget.value })}
          />
          <FigureInput
            label={t('seconds.fields.fee')}
            unit="%"
            value={texts.fee}
            error={errorOf('fee') ?? (texts.fee === '' || fee !== null ? null : t('entry.percent'))}
            onChange={(value) => setTexts({ ...texts, fee: value })}
          />
        </>
      )}
    </ActionDialog>
  );
}

function ChangeCurrency({ currency, onClose }: CurrencyProps) {
  const t = useTexts();
  const changesBetween = useSecondsChanges();
  const { code, id, terms, version } = currency;
  const [texts, setTexts] = useState(() => (terms === null ? noCurrencyTexts : currencyTextsOf(terms)));
  const read = readCurrencyTerms(texts);
  const { numbers, side_cap, user_cap } = read;
  const isComplete = numbers !== null && side_cap !== null && user_cap !== null;
  const wanted = isComplete ? { numbers, user_cap, side_cap, state: terms?.state ?? ('open' as const) } : null;
  const changes = wanted === null ? [] : changesBetween(shownCurrency(terms), shownCurrency(wanted));
  const problem = (field: keyof typeof read, text: string): boolean => text.trim() !== '' && read[field] === null;
  return (
    <ActionDialog
      call={secondsCalls.configureSecondsCurrency}
      title={t(terms === null ? 'seconds.offerTitle' : 'seconds.termsTitle', { code })}
      confirmLabel={t(terms === null ? 'seconds.offer' : 'seconds.terms')}
      needsSecond={wanted === null ? terms === null : secondsCurrencyNeedsSecond(terms, wanted)}
      input={wanted === null || changes.length === 0 ? null : { id, version, ...wanted }}
      changes={changes}
      fields={['numbers', 'user_cap', 'side_cap']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('seconds.termsHint')}</p>
          <TextInput
            label={t('seconds.fields.numbers')}
            value={texts.numbers}
            error={errorOf('numbers') ?? (problem('numbers', texts.numbers) ? t('seconds.numbersInvalid') : null)}
            onChange={(event) => setTexts({ ...texts, numbers: event.currentTarget.value })}
          />
          <FigureInput
            label={t('seconds.fields.user_cap')}
            unit={code}
            value={texts.userCap}
            error={errorOf('user_cap') ?? (problem('user_cap', texts.userCap) ? t('entry.amount') : null)}
            onChange={(userCap) => setTexts({ ...texts, userCap })}
          />
          <FigureInput
            label={t('seconds.fields.side_cap')}
            unit={code}
            value={texts.sideCap}
            error={errorOf('side_cap') ?? (problem('side_cap', texts.sideCap) ? t('entry.amount') : null)}
            onChange={(sideCap) => setTexts({ ...texts, sideCap })}
          />
        </>
      )}
    </ActionDialog>
  );
}

function ChangeCurrencyState({ currency, onClose }: CurrencyProps) {
  const t = useTexts();
  const changesBetween = useSecondsChanges();
  const { code, id, terms, version } = currency;
  if (terms === null) return null;
  const state = terms.state === 'open' ? 'closed' : 'open';
  const { numbers, side_cap, user_cap } = terms;
  return (
    <ActionDialog
      call={secondsCalls.configureSecondsCurrency}
      title={t(`seconds.titles.${state}`, { name: code })}
      confirmLabel={t(`seconds.turn.${state}`)}
      isDestructive={state === 'closed'}
      needsSecond={secondsCurrencyNeedsSecond(terms, { ...terms, state })}
      input={{ id, version, numbers: [...numbers], side_cap, user_cap, state }}
      changes={changesBetween(shownCurrency(terms), shownCurrency({ ...terms, state }))}
      onClose={onClose}
    >
      <p>{t(`seconds.hints.${state}`)}</p>
    </ActionDialog>
  );
}

function ChangeMarket({ market, onClose }: DialogProps & { readonly market: SecondsMarketRow }) {
  const t = useTexts();
  const changesBetween = useSecondsChanges();
  const { id, symbol, version } = market;
  const state = market.state === 'open' ? 'closed' : 'open';
  return (
    <ActionDialog
      call={secondsCalls.configureSecondsMarket}
      title={t(`seconds.titles.${state}`, { name: symbol })}
      confirmLabel={t(`seconds.turn.${state}`)}
      isDestructive={state === 'closed'}
      needsSecond={secondsMarketNeedsSecond({ state })}
      input={{ id, version, state }}
      changes={changesBetween(market.state === null ? null : { state: market.state }, { state })}
      onClose={onClose}
    >
      <p>{t(`seconds.hints.${state}`)}</p>
    </ActionDialog>
  );
}

/** Settings as they are compared, in the form of the list of decisions. */
function shownSettings({ options, fee }: Pick<SecondsSettingsRow, 'options' | 'fee'>) {
  return { options: options.map(({ seconds, ratio }) => `${seconds} s: ${ratio}`).join(', '), fee };
}

function shownCurrency(terms: CurrencyTerms | null) {
  if (terms === null) return null;
  const { numbers, ...others } = terms;
  return { ...others, numbers: numbers.join(', ') };
}
