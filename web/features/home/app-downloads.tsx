import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import classes from './app-downloads.module.css';

const platforms = [
  { id: 'android', name: 'home.android', Icon: IconBrandAndroid },
  { id: 'ios', name: 'home.ios', Icon: IconBrandApple },
] as const;

/** The size of the QR code in pixels, reserved before it is loaded. */
const codeSize = 120;

/** Links to the page about the app, and a QR code that opens it on a phone. */
export function AppDownloads() {
  const { t } = useTranslation();
  const place = useRef<HTMLElement>(null);
  const seen = useSeen(place);
  const address = `${location.origin}/app`;
  return (
    <section ref={place} className={classes.section} aria-labelledby="home-apps">
      <div className={classes.words}>
        <h2 id="home-apps" className={classes.head}>
          {t('home.apps')}
        </h2>
        <p className={classes.text}>{t('home.appsText')}</p>
        <ul className={classes.platforms}>
          {platforms.map(({ id, name, Icon }) => (
            <li key={id}>
              <Link to="/app" hash={id} className={classes.link} aria-label={t('home.toDownload', { name: t(name) })}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <span className={classes.code} style={{ width: codeSize, height: codeSize }}>
        {/* The code is far down the page, so its script is loaded only when it comes near the viewport. */}
        {seen && <QrCode address={address} label={t('home.qrOf', { name: address })} size={codeSize} />}
      </span>
    </section>
  );
}
