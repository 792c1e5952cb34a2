import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { settingsCalls, type SiteSettingRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { type SettingValue, valueText } from './setting-value.ts';

interface ChangeSettingProps {
  readonly row: SiteSettingRow;
  readonly onClose: () => void;
}

/** Longer values are entered in several lines. */
const lineLength = 80;

/** The dialog that gives a setting another value, or its default. */
export function ChangeSetting({ row, onClose }: ChangeSettingProps) {
  const t = useTexts();
  const { choices, kind, name, nullable, version } = row;
  const [text, setText] = useState(String(row.value ?? ''));
  const [isOwn, setOwn] = useState(row.value === null);
  const label = t(`settings.names.${name}`);
  const value = isOwn ? null : valueOf(row, text);
  const isChanged = value !== undefined && value !== row.value;
  const reset = (): void => {
    setText(String(row.default ?? ''));
    setOwn(row.default === null);
  };
  return (
    <ActionDialog
      call={settingsCalls.changeSetting}
      title={t('settings.changeTitle', { name: label })}
      confirmLabel={t('settings.change')}
      input={isChanged ? { name, value, version } : null}
      changes={
        isChanged ? [{ field: label, before: valueText(t, row, row.value), after: valueText(t, row, value) }] : []
      }
      needsSecond={row.four_eyes}
      fields={['value']}
      fieldOf={{ setting_invalid: 'value', setting_unchanged: 'value' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t(`settings.about.${name}`)}</p>
          {nullable && (
            <Checkbox
              label={t('settings.own')}
              checked={isOwn}
              onChange={(event) => setOwn(event.currentTarget.checked)}
            />
          )}
          {!isOwn && choices !== null && (
            <NativeSelect
              label={label}
              value={text}
              error={errorOf('value')}
              data={choices.map((choice) => ({ value: String(choice), label: valueText(t, row, choice) }))}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {!isOwn && choices === null && kind === 'integer' && (
            <TextInput
              label={label}
              description={t('settings.range', { min: row.minimum ?? '', max: row.maximum ?? '' })}
              inputMode="numeric"
              value={text}
              error={errorOf('value')}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {!isOwn && choices === null && kind !== 'integer' && (
            <Textarea
              label={label}
              rows={nullable || text.length > lineLength ? 6 : 2}
              maxLength={4_000}
              value={text}
              error={errorOf('value')}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <div>
            <Button size="dense" look="plain" onClick={reset}>
              {t('settings.reset')}
            </Button>
          </div>
        </>
      )}
    </ActionDialog>
  );
}

/** The entered text as a value of the setting; undefined for other texts. */
function valueOf({ choices, kind, maximum, minimum }: SiteSettingRow, text: string): SettingValue | undefined {
  if (choices !== null) return choices.find((choice) => String(choice) === text);
  if (kind !== 'integer') return text;
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= (minimum ?? 0) && number <= (maximum ?? Infinity) ? number : undefined;
}
