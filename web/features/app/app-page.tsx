import { IconBrandAndroid, IconBrandApple, IconDeviceDesktop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './app-page.module.css';

/** How to install the exchange as an app. The QR code opens this page on a phone. */
export function AppPage() {
  const { t } = useTranslation();
  const address = location.origin;
  const atHome = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.appTitle')}</h1>
        <p className={classes.lead}>{t('app.lead')}</p>
      </header>
      {atHome && <p className={classes.insecure}>{t('app.atHome')}</p>}
      {!isSecureContext && <p className={classes.insecure}>{t('app.insecure')}</p>}
      <div className={classes.cards}>
        <figure className={classes.scan}>
          <QrCode address={`${address}/app`} label={t('app.code', { address })} size={176} />
          <figcaption>{t('app.scan')}</figcaption>
        </figure>
        <Phone id="android" name={'Android'} icon={<IconBrandAndroid {...drawn} />}>
          <li>{t('app.androidOpen', { address })}</li>
          <li>{t('app.androidAdd')}</li>
        </Phone>
        <Phone id="ios" name={t('app.apple')} icon={<IconBrandApple {...drawn} />}>
          <li>{t('app.appleOpen', { address })}</li>
          <li>{t('app.appleAdd')}</li>
        </Phone>
      </div>
      {isSecureContext && <ThisDevice />}
    </div>
  );
}

const drawn = { size: 24, stroke: 1.5, 'aria-hidden': true } as const;

interface PhoneProps {
  /** The URL fragment of this section. */
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** The steps, as list items. */
  readonly children: ReactNode;
}

function Phone({ id, name, icon, children }: PhoneProps) {
  return (
    <section id={id} className={classes.card} aria-label={name}>
      <h2 className={classes.name}>
        {icon}
        {name}
      </h2>
      <ol className={classes.steps}>{children}</ol>
    </section>
  );
}

function ThisDevice() {
  const { t } = useTranslation();
  const { installation } = useLive();
  const { offered, installed } = useStore(installation.store);
  return (
    <section className={classes.here} aria-label={t('app.here')}>
      <h2 className={classes.name}>
        <IconDeviceDesktop {...drawn} />
        {t('app.here')}
      </h2>
      {offered && !installed ? (
        <Button size="touch" onClick={() => void installation.ask()}>
          {t('app.install')}
        </Button>
      ) : (
        <p>{t(installed ? 'app.installed' : 'app.browser')}</p>
      )}
    </section>
  );
}
