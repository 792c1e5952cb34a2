import { areaList, type Area } from '@bourse/contract';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import type { RegisterDraft } from './register-form.ts';
import classes from './identity.module.css';

interface PhoneFieldProps {
  readonly required: boolean;
  readonly areaId: string | null;
  readonly mobile: string;
  readonly error: string | null;
  readonly onChange: (change: Pick<RegisterDraft, 'areaId'> | Pick<RegisterDraft, 'mobile'>) => void;
}

/** A country's dialling code and a number. */
export function PhoneField({ required, areaId, mobile, error, onChange }: PhoneFieldProps) {
  const { t } = useTranslation();
  const areas = useRead(areaList, {}, { staleMs: Infinity }).data?.data ?? [];
  return (
    <div className={classes.phone}>
      <Select
        label={t('register.country')}
        data={areas.map(optionOf)}
        value={areaId}
        searchable
        size="md"
        maxDropdownHeight={260}
        comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 120 } }}
        nothingFoundMessage={t('register.countryNone')}
        autoComplete="off"
        onChange={(value) => onChange({ areaId: value })}
      />
      <TextInput
        label={required ? t('register.phone') : t('register.phoneOptional')}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        size="md"
        value={mobile}
        error={error}
        onChange={(event) => onChange({ mobile: event.currentTarget.value })}
      />
    </div>
  );
}

function optionOf(area: Area): { value: string; label: string } {
  return { value: String(area.id), label: `+${area.global_code} ${area.name}` };
}
