import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/choice.tsx';
import { defaultAbove, useConfirms } from '../ticket/confirms.ts';
import { NumberField } from '../ticket/number-field.tsx';
import { positive } from '../ticket/order-arithmetic.ts';
import { openAlertSound } from './alert-sound.ts';
import { useAlertSettings } from './alert-settings.ts';
import classes from './trading-settings.module.css';

/** Sound and notifications of order events, and the orders that are confirmed before they are sent. */
export function TradingSettingsContent() {
  const { t } = useTranslation();
  return (
    <div className={classes.content}>
      <Notifications />
      <Confirmations />
      <p className={classes.hint}>{t('prompts.device')}</p>
    </div>
  );
}

function Notifications() {
  const { t } = useTranslation();
  const { sound, choose } = useAlertSettings();
  const browser = useBrowserNotifications();
  const about = useId();
  const refusal = useId();
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('prompts.notifications')}</h3>
      <p id={about} className={classes.hint}>
        {t('prompts.about')}
      </p>
      <Checkbox
        look="switch"
        className={classes.line}
        checked={sound}
        describedBy={about}
        onChange={(on) => {
          choose('sound', on);
          if (on) playOnce();
        }}
      >
        {t('prompts.sound')}
      </Checkbox>
      <Checkbox
        look="switch"
        className={classes.line}
        checked={browser.on}
        disabled={!browser.supported}
        describedBy={`${about} ${refusal}`}
        onChange={(on) => void browser.choose(on)}
      >
        {t('prompts.browser')}
      </Checkbox>
      {/* The live region is rendered before its text, because some screen readers ignore one that appears with it. */}
      <p id={refusal} role="status" className={classes.refusal}>
        {!browser.supported ? t('prompts.unsupported') : browser.blocked ? t('prompts.blocked') : ''}
      </p>
    </section>
  );
}

/** The currency of the limit. */
const valuedIn = 'USDT';

/** Longer than the sound, in milliseconds. */
const soundMs = 1_000;

/** Plays the sound that the user has just turned on. */
function playOnce(): void {
  openAlertSound((sound) => {
    sound.play();
    setTimeout(sound.close, soundMs);
  });
}

/** Asks the browser for its permission, only when the user turns notifications on. */
function useBrowserNotifications() {
  const { browser, choose } = useAlertSettings();
  const supported = 'Notification' in window;
  const [permission, setPermission] = useState(() => (supported ? Notification.permission : 'denied'));
  return {
    supported,
    on: browser && permission === 'granted',
    // A permission that was withdrawn is explained without another attempt.
    blocked: permission === 'denied',
    choose: async (on: boolean): Promise<void> => {
      const given = on ? await Notification.requestPermission() : permission;
      setPermission(given);
      choose('browser', on && given === 'granted');
    },
  };
}

function Confirmations() {
  const { t } = useTranslation();
  const { confirms, above, onConfirms, onAbove } = useConfirms();
  const [limit, setLimit] = useState(above ?? defaultAbove);
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('prompts.confirmation')}</h3>
      <Checkbox look="switch" className={classes.line} checked={confirms} onChange={onConfirms}>
        {t('ticket.askFirst')}
      </Checkbox>
      <Checkbox
        look="switch"
        className={classes.line}
        checked={above !== null}
        onChange={(on) => onAbove(on ? (positive(limit) === null ? defaultAbove : limit) : null)}
      >
        {t('prompts.large')}
      </Checkbox>
      {above !== null && (
        <div className={classes.field}>
          <NumberField
            label={t('prompts.above')}
            unit={valuedIn}
            value={limit}
            decimals={2}
            error={positive(limit) === null ? t('errors.quantity_required') : null}
            onChange={(text) => {
              setLimit(text);
              if (positive(text) !== null) onAbove(text);
            }}
          />
        </div>
      )}
    </section>
  );
}
