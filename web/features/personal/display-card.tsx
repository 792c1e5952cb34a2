import { type Language, languages } from '@bourse/contract/texts';
import { Select } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredLanguages } from '../../app/i18n/languages.ts';
import { chooseAndReload } from '../../app/i18n/choose-language.ts';
import { useLive } from '../../live/context.tsx';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { directionColours, themes } from '../../ui/theme/tokens.ts';
import { useSiteConfig, useSiteFace } from '../../live/site-config.ts';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** Theme, direction colours, language and time zone; stored in this browser. */
export function DisplayCard() {
  const { t } = useTranslation();
  const { theme, directions, choose } = useAppearance();
  const themeNames = { dark: t('shell.dark'), light: t('shell.light') };
  const directionNames = {
    standard: t('shell.directionsStandard'),
    reversed: t('shell.directionsReversed'),
    'colour-blind': t('shell.directionsColourBlind'),
  };
  return (
    <SettingsCard id="display" title={t('account.display')} text={t('account.displayText')}>
      <div className={classes.choices}>
        <LanguageChoice />
        <TimeZoneChoice />
        <Choice
          label={t('shell.appearance')}
          values={themes}
          names={themeNames}
          chosen={theme}
          onChoose={(name) => choose({ theme: name })}
        />
        <Choice
          label={t('shell.directions')}
          values={directionColours}
          names={directionNames}
          chosen={directions}
          onChoose={(name) => choose({ directions: name })}
        />
      </div>
    </SettingsCard>
  );
}

/** Renders nothing when the site offers no choice. */
function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const { storage } = useLive();
  const offered = offeredLanguages(useSiteFace().langSwitch);
  if (offered.length === 0) return null;
  const current = offered.find((code) => languages[code].tag === i18n.language) ?? null;
  return (
    <Select<Language>
      label={t('shell.language')}
      data={offered.map((code) => ({ value: code, label: languages[code].name }))}
      value={current}
      allowDeselect={false}
      onChange={(code) => code !== null && chooseAndReload(storage, code)}
    />
  );
}

/** The option for the site's time zone. */
const siteZone = '';

function TimeZoneChoice() {
  const { t } = useTranslation();
  const { timeZone, choose } = useAppearance();
  const site = useSiteConfig()?.timezone ?? 'UTC';
  // The field replaces what a user has typed when it gets other options, also equal ones.
  const data = useMemo(
    () => [
      { value: siteZone, label: t('account.zoneOfSite', { zone: site }) },
      ...zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    ],
    [t, site],
  );
  return (
    <Select
      label={t('account.timeZone')}
      data={data}
      value={timeZone ?? siteZone}
      allowDeselect={false}
      searchable
      maxDropdownHeight={260}
      nothingFoundMessage={t('account.zoneNone')}
      onChange={(zone) => choose({ timeZone: zone === siteZone ? null : zone })}
    />
  );
}

/** The device's time zone, UTC, and all others by name. */
function zones(): string[] {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A radio group with all options visible. */
function Choice<Value extends string>({ label, values, names, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <div className={classes.options}>
        {values.map((value) => (
          <label key={value} className={classes.option}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{names[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
