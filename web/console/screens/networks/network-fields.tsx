import { NativeSelect } from '@mantine/core';
import type { ErrorOf } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { NetworkTexts } from './network-terms.ts';

interface NetworkFieldsProps {
  readonly texts: NetworkTexts;
  /** The code of the currency, once it is chosen. */
  readonly unit: string | undefined;
  readonly errorOf: ErrorOf;
  readonly onChange: (texts: NetworkTexts) => void;
}

/** The fields of the terms that can change. */
export function NetworkFields({ errorOf, onChange, texts, unit }: NetworkFieldsProps) {
  const t = useTexts();
  const own = unit === undefined ? {} : { unit };
  return (
    <>
      <FigureInput
        label={t('networks.fields.recharge_min')}
        {...own}
        value={texts.depositMin}
        error={errorOf('recharge_min')}
        onChange={(depositMin) => onChange({ ...texts, depositMin })}
      />
      <FigureInput
        label={t('networks.fields.draw_min')}
        {...own}
        value={texts.withdrawalMin}
        error={errorOf('draw_min')}
        onChange={(withdrawalMin) => onChange({ ...texts, withdrawalMin })}
      />
      <FigureInput
        label={t('networks.fields.draw_max')}
        {...own}
        value={texts.withdrawalMax}
        error={errorOf('draw_max')}
        onChange={(withdrawalMax) => onChange({ ...texts, withdrawalMax })}
      />
      <NativeSelect
        label={t('networks.fields.fee_kind')}
        value={texts.feeKind}
        data={(['flat', 'rate'] as const).map((value) => ({ value, label: t(`networks.kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...texts, feeKind: value === 'rate' ? 'rate' : 'flat' })}
      />
      <FigureInput
        label={t('networks.fields.fee')}
        {...(texts.feeKind === 'rate' ? { unit: '%' } : own)}
        value={texts.fee}
        error={errorOf('fee')}
        onChange={(fee) => onChange({ ...texts, fee })}
      />
      <FigureInput
        label={t('networks.fields.arrival_minutes')}
        value={texts.arrival}
        error={errorOf('arrival_minutes')}
        onChange={(arrival) => onChange({ ...texts, arrival })}
      />
      <FigureInput
        label={t('networks.fields.max_gas')}
        value={texts.maxGas}
        error={errorOf('max_gas')}
        onChange={(maxGas) => onChange({ ...texts, maxGas })}
      />
    </>
  );
}
