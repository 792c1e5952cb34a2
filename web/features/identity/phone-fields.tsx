import type { Area } from '@bourse/contract/identity';
import { Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountDraft } from './form-rules.ts';
import { useAreas } from './use-areas.ts';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

/** The maximum number of digits, more than any existing phone number has. */
const mobileLength = 20;

export interface PhoneFieldsProps {
  readonly form: IdentityForm<AccountDraft>;
  readonly label: string;
  /** The number identifies the account. */
  readonly account?: boolean;
}

/** A phone number with its country's dialling code. */
export function PhoneFields({ form, label, account = false }: PhoneFieldsProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const [areaError, mobileError] = [form.errorOf('area'), form.errorOf('mobile')];
  const said = areaError ?? mobileError;
  const areas = useAreas(true);
  return (
    <div className={classes.phone}>
      <Select
        label={t('register.country')}
        data={areas.map(optionOf)}
        value={form.draft.area}
        searchable
        openOnFocus={false}
        maxDropdownHeight={260}
        comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 120 } }}
        nothingFoundMessage={t('register.countryNone')}
        autoComplete="off"
        error={areaError !== null}
        aria-describedby={areaError === null ? undefined : errorId}
        onChange={(area) => form.change({ area })}
      />
      <TextInput
        label={label}
        name="mobile"
        type="tel"
        inputMode="numeric"
        autoComplete={account ? 'username' : 'tel-national'}
        maxLength={mobileLength}
        value={form.draft.mobile}
        error={mobileError !== null}
        aria-describedby={areaError === null && mobileError !== null ? errorId : undefined}
        onChange={(event) => form.change({ mobile: event.currentTarget.value })}
      />
      {said !== null && (
        <p id={errorId} className={classes.phoneError}>
          {said}
        </p>
      )}
    </div>
  );
}

function optionOf(area: Area): { value: string; label: string } {
  return { value: String(area.id), label: `+${area.global_code} ${area.name}` };
}
