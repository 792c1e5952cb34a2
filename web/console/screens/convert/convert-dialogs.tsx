import { convertCalls, type ConvertCurrencyRow, type ConvertSettings } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';
import { readShare, wantedOf, withSpread } from './convert-settings.ts';

/** The subject of a dialog. */
export type ConvertAction =
  | { readonly kind: 'tolerance' }
  | { readonly kind: 'spread' | 'stop'; readonly currency: ConvertCurrencyRow };

interface DialogProps {
  readonly settings: ConvertSettings;
  readonly onClose: () => void;
}

interface CurrencyProps extends DialogProps {
  readonly currency: ConvertCurrencyRow;
}

export function ConvertDialog({ action, ...props }: DialogProps & { readonly action: ConvertAction }) {
  switch (action.kind) {
    case 'tolerance':
      return <ChangeTolerance {...props} />;
    case 'spread':
      return <ChangeSpread {...props} currency={action.currency} />;
    case 'stop':
      return <StopConversions {...props} currency={action.currency} />;
  }
}

function ChangeTolerance({ settings, onClose }: DialogProps) {
  const t = useTexts();
  const percent = usePercent();
  const [text, setText] = useState(percentOf(settings.tolerance));
  const tolerance = readShare(text);
  const isNew = tolerance !== null && tolerance !== settings.tolerance;
  const { version } = settings;
  return (
    <ActionDialog
      call={convertCalls.configureConvert}
      title={t('convert.toleranceTitle')}
      confirmLabel={t('convert.changeTolerance')}
      needsSecond={false}
      input={isNew ? decided(version, { ...wantedOf(settings), tolerance }) : null}
      changes={
        isNew ? [{ field: t('convert.tolerance'), before: percent(settings.tolerance), after: percent(tolerance) }] : []
      }
      fields={['tolerance']}
      onClose={onClose}
    >
      {(errorOf) => (
        <FigureInput
          label={t('convert.tolerance')}
          description={t('convert.toleranceHint')}
          unit="%"
          value={text}
          error={errorOf('tolerance') ?? (text === '' || tolerance !== null ? null : t('convert.spreadInvalid'))}
          onChange={setText}
        />
      )}
    </ActionDialog>
  );
}

function ChangeSpread({ settings, currency, onClose }: CurrencyProps) {
  const t = useTexts();
  const percent = usePercent();
  const { currency_code: code, currency_id: id } = currency;
  const [text, setText] = useState(currency.spread === null ? '' : percentOf(currency.spread));
  const spread = readShare(text);
  const isOffered = currency.spread !== null;
  const isNew = spread !== null && spread !== currency.spread;
  return (
    <ActionDialog
      call={convertCalls.configureConvert}
      title={t(isOffered ? 'convert.spreadTitle' : 'convert.offerTitle', { code })}
      confirmLabel={t(isOffered ? 'convert.changeSpread' : 'convert.offer')}
      needsSecond={!isOffered}
      input={isNew ? decided(settings.version, withSpread(wantedOf(settings), id, spread)) : null}
      changes={
        isNew
          ? [
              {
                field: `${t('convert.spread')} ${code}`,
                before: currency.spread === null ? null : percent(currency.spread),
                after: percent(spread),
              },
            ]
          : []
      }
      fields={['spread']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {!isOffered && <p>{t('convert.offerHint')}</p>}
          <FigureInput
            label={t('convert.spread')}
            description={t('convert.spreadHint')}
            unit="%"
            value={text}
            error={errorOf('spread') ?? (text === '' || spread !== null ? null : t('convert.spreadInvalid'))}
            onChange={setText}
          />
        </>
      )}
    </ActionDialog>
  );
}

function StopConversions({ settings, currency, onClose }: CurrencyProps) {
  const t = useTexts();
  const percent = usePercent();
  const { currency_code: code, currency_id: id, spread } = currency;
  return (
    <ActionDialog
      call={convertCalls.configureConvert}
      title={t('convert.stopTitle', { code })}
      confirmLabel={t('convert.stop')}
      isDestructive
      needsSecond={false}
      input={decided(settings.version, withSpread(wantedOf(settings), id, null))}
      changes={[
        { field: `${t('convert.spread')} ${code}`, before: spread === null ? null : percent(spread), after: null },
      ]}
      onClose={onClose}
    >
      <p>{t('convert.stopHint')}</p>
    </ActionDialog>
  );
}

function decided(version: number, { currencies, tolerance }: ReturnType<typeof wantedOf>) {
  return { version, tolerance, currencies: [...currencies] };
}

function usePercent(): (fraction: string) => string {
  const t = useTexts();
  return (fraction) => t('convert.percent', { percent: percentOf(fraction) });
}
