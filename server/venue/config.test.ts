import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, pageAddress, readConfig, settingNames } from './config.ts';

const live = {
  MODE: 'live',
  DATABASE_URL: 'postgresql://bourse:Zq81-long-and-secret@db.internal/bourse?sslmode=verify-full',
  PUBLIC_URL: 'https://bourse.example',
  SMTP_URL: 'smtps://bourse:Zq81-long-and-secret@mail.internal:465',
  MAIL_FROM: 'Bourse <no-reply@bourse.example>',
  CONSOLE_ALLOW: '10.8.0.0/16',
  CONSOLE_URL: 'https://console.bourse.example',
};

describe('without any settings', () => {
  test('the server is a local demo with simulated traders and the bundled database', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      lockWaitSeconds: 0,
      stopTimeoutSeconds: 40,
      port: 8080,
      dataFolder: resolve('data'),
      database: { kind: 'bundled' },
      mode: 'demo',
      chains: null,
      simulator: true,
      indexFile: null,
      smtp: null,
      sms: null,
      fiatRatesUrl: null,
      secretKeys: null,
      trustedProxies: [],
      rateFactor: 1,
      socketsPerNetwork: null,
      publicOrigin: null,
      metricsToken: null,
      moonPay: null,
      console: {
        listen: { host: '127.0.0.1', port: 8081 },
        allow: ['127.0.0.0/8', '::1'],
        origin: 'http://127.0.0.1:8081',
      },
      logLevel: null,
    });
  });

  test('an empty setting counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', MODE: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  test('the configuration is immutable', () => {
    const config = readConfig({});
    expect(Object.isFrozen(config) && Object.isFrozen(config.database)).toBe(true);
  });
});

describe('settings', () => {
  test('are read as given', () => {
    const config = readConfig({
      HOST: '::',
      PORT: '0',
      DATA_DIR: '/srv/bourse',
      LOCK_WAIT: '60',
      STOP_TIMEOUT: '90',
      DATABASE_URL: 'postgres://ada@db/x',
      SIMULATOR: 'off',
      INDEX_FILE: '/srv/prices.json',
      SMTP_URL: 'smtp://localhost:2525',
      SMS_URL: 'http://localhost:9090/send',
      SMS_TOKEN: 't0ken',
      SECRET_KEY: 'a-secret-key-of-thirty-two-chars',
      TRUSTED_PROXIES: '10.0.0.7, 192.168.0.0/16,::1, 2001:db8::/32',
      RATE_LIMITS: '20',
      SOCKETS_PER_NETWORK: '3000',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: 'https://Bourse.example:443/',
      METRICS_TOKEN: 'read-me-every-minute',
      CONSOLE_LISTEN: '[::1]:9000',
      CONSOLE_ALLOW: '10.8.0.0/16, 2001:db8::/32',
      CONSOLE_URL: 'https://console.bourse.example/',
    });
    expect(config).toEqual({
      host: '::',
      port: 0,
      dataFolder: '/srv/bourse',
      lockWaitSeconds: 60,
      stopTimeoutSeconds: 90,
      database: { kind: 'server', url: 'postgres://ada@db/x' },
      mode: 'demo',
      chains: null,
      simulator: false,
      indexFile: '/srv/prices.json',
      smtp: { url: 'smtp://localhost:2525', from: 'no-reply@localhost' },
      sms: { url: 'http://localhost:9090/send', token: 't0ken' },
      fiatRatesUrl: null,
      secretKeys: ['a-secret-key-of-thirty-two-chars'],
      trustedProxies: ['10.0.0.7', '192.168.0.0/16', '::1', '2001:db8::/32'],
      rateFactor: 20,
      socketsPerNetwork: 3000,
      publicOrigin: 'https://bourse.example',
      metricsToken: 'read-me-every-minute',
      moonPay: null,
      console: {
        listen: { host: '::1', port: 9000 },
        allow: ['10.8.0.0/16', '2001:db8::/32'],
        origin: 'https://console.bourse.example',
      },
      logLevel: 'debug',
    });
  });

  test.each([
    [
      'PUBLIC_URL',
      'bourse.example',
      'PUBLIC_URL is "bourse.example", but only an address like https://exchange.example.com, without a path is accepted.',
    ],
    ['PORT', '80a', 'PORT is "80a", but only a whole number from 0 to 65535 is accepted.'],
    ['PORT', '70000', 'PORT is "70000", but only a whole number from 0 to 65535 is accepted.'],
    ['PORT', '-1', 'PORT is "-1", but only a whole number from 0 to 65535 is accepted.'],
    ['MODE', 'production', 'MODE is "production", but only "demo" or "live" is accepted.'],
    ['SIMULATOR', 'yes', 'SIMULATOR is "yes", but only "on" or "off" is accepted.'],
    ['HOST', 'a b', 'HOST is "a b", but only an IP address or a host name is accepted.'],
    ['SMTP_URL', 'mail.internal', 'SMTP_URL is "mail.internal", but only an address like'],
    ['MAIL_FROM', 'no address', 'MAIL_FROM is "no address", but only an address like'],
    ['MAIL_FROM', 'a@b.co, c@d.co', 'MAIL_FROM is "a@b.co, c@d.co", but only an address like'],
    ['SMS_URL', 'ftp://sms', 'SMS_URL is "ftp://sms", but only an address like'],
    ['FIAT_RATES_URL', 'https://rates.example', 'FIAT_RATES_URL is "https://rates.example", but only an address like'],
    ['FIAT_RATES_URL', 'https://rates.example/a b', 'FIAT_RATES_URL is "https://rates.example/a b", but only'],
    ['TRUSTED_PROXIES', '10.0.0.7/33', 'TRUSTED_PROXIES is "10.0.0.7/33", but only a list of addresses and networks'],
    ['TRUSTED_PROXIES', 'proxy', 'TRUSTED_PROXIES is "proxy", but only a list of addresses and networks'],
    ['TRUSTED_PROXIES', '10.0.0.7,', 'TRUSTED_PROXIES is "10.0.0.7,", but only a list of addresses and networks'],
    ['CONSOLE_LISTEN', '8081', 'CONSOLE_LISTEN is "8081", but only an address with a port like'],
    ['CONSOLE_LISTEN', '127.0.0.1:70000', 'CONSOLE_LISTEN is "127.0.0.1:70000", but only an address with a port like'],
    ['CONSOLE_ALLOW', 'everyone', 'CONSOLE_ALLOW is "everyone", but only a list of addresses and networks'],
    ['CONSOLE_URL', 'console.example', 'CONSOLE_URL is "console.example", but only an address like'],
    ['RATE_LIMITS', '0', 'RATE_LIMITS is "0", but only a whole number from 1 to 100000 is accepted.'],
    ['STOP_TIMEOUT', '0', 'STOP_TIMEOUT is "0", but only a whole number of seconds from 1 to 3600 is accepted.'],
    ['LOCK_WAIT', '1 h', 'LOCK_WAIT is "1 h", but only a whole number of seconds from 0 to 86400 is accepted.'],
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL is "mysql://db/x", but only an address like'],
    ['DATABASE_URL', 'postgres://[', 'DATABASE_URL is "postgres://[", but only an address like'],
  ])('%s=%s is refused with one sentence', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(sentence);
  });

  test('the addresses of the logins are set together', () => {
    const address = (role: string): string => `postgresql://${role}:x@db/bourse`;
    const logins = {
      DATABASE_CORE_URL: address('bourse_core'),
      DATABASE_IDENTITY_URL: address('bourse_identity'),
      DATABASE_CUSTODY_URL: address('bourse_custody'),
      DATABASE_APP_URL: address('bourse_app'),
    };
    expect(readConfig({ DATABASE_URL: address('bourse'), ...logins }).database).toEqual({
      kind: 'server',
      url: address('bourse'),
      logins: {
        core: address('bourse_core'),
        identity: address('bourse_identity'),
        custody: address('bourse_custody'),
        app: address('bourse_app'),
      },
    });
    expect(() => readConfig({ ...logins, DATABASE_URL: address('bourse'), DATABASE_APP_URL: '' })).toThrow(
      'DATABASE_CORE_URL, DATABASE_IDENTITY_URL, DATABASE_CUSTODY_URL and DATABASE_APP_URL have to be set together.',
    );
  });

  test('the console can be switched off and names the address of its listener', () => {
    expect(readConfig({ CONSOLE_LISTEN: 'off' }).console.listen).toBeNull();
    expect(readConfig({ CONSOLE_LISTEN: '0.0.0.0:9000' }).console).toEqual({
      listen: { host: '0.0.0.0', port: 9000 },
      allow: ['127.0.0.0/8', '::1'],
      origin: 'http://localhost:9000',
    });
  });

  test('all invalid settings are reported at once', () => {
    expect(() => readConfig({ PORT: 'x', MODE: 'y' })).toThrow(/MODE is "y".*\nPORT is "x"/);
  });

  test('error messages hide passwords', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://ada:hush@db/x' })).toThrow('mysql://ada:***@db/x');
    expect(() => readConfig({ SECRET_KEY: 'hush' })).toThrow(
      'SECRET_KEY is not one key, or several with commas between, of at least 32 characters without spaces and commas each.',
    );
  });
});

describe('live mode', () => {
  test('starts without simulated traders if its required settings are present', () => {
    expect(readConfig(live)).toMatchObject({ mode: 'live', simulator: false, database: { kind: 'server' } });
  });

  test('uses the bundled database only if DATABASE_URL says so', () => {
    expect(() => readConfig({ ...live, DATABASE_URL: undefined })).toThrow('MODE=live needs DATABASE_URL');
    expect(readConfig({ ...live, DATABASE_URL: 'bundled' }).database).toEqual({ kind: 'bundled' });
  });

  test.each([
    ['postgresql://bourse:Zq81-long@db.internal/bourse', false],
    ['postgresql://bourse:Zq81-long@db.internal/bourse?sslmode=require', false],
    ['postgresql://bourse:Zq81-long@localhost.evil.example/bourse', false],
    ['postgresql://bourse:Zq81-long@localhost/bourse?host=db.internal', false],
    ['postgresql://bourse:Zq81-long@db.internal/bourse?sslmode=verify-full&sslmode=disable', false],
    ['postgresql://bourse:Zq81-long@db.internal/bourse?sslmode=verify-full&uselibpqcompat=true', false],
    ['postgresql://bourse:Zq81-long@x/bourse?host=localhost&host=db.internal', false],
    ['postgresql://bourse:Zq81-long@db.internal/bourse?host=', false],
    ['postgresql://bourse:Zq81-long@127.evil.example/bourse', false],
    ['postgresql://bourse:Zq81-long@db.internal/bourse?sslmode=verify-full', true],
    ['postgresql://bourse:Zq81-long@127.0.0.1:5432/bourse', true],
    ['postgresql://bourse:Zq81-long@[::1]/bourse', true],
    ['postgresql://bourse:Zq81-long@localhost/bourse', true],
    ['postgresql://bourse:Zq81-long@x/bourse?host=/run/postgresql', true],
  ])('requires verified TLS for a remote database (%s, accepted: %s)', (address, accepted) => {
    const reading = expect(() => readConfig({ ...live, DATABASE_URL: address }));
    if (accepted) reading.not.toThrow();
    else reading.toThrow('MODE=live refuses a remote DATABASE_URL without sslmode=verify-full');
  });

  test('applies the same requirements to the addresses of the logins', () => {
    const logins = {
      DATABASE_CORE_URL: 'postgresql://bourse_core:Zq81-long@localhost/bourse',
      DATABASE_IDENTITY_URL: 'postgresql://bourse_identity:Zq81-long@db.internal/bourse',
      DATABASE_CUSTODY_URL: 'postgresql://bourse_custody:Zq81-long@localhost/bourse',
      DATABASE_APP_URL: 'postgresql://bourse_app:bourse@localhost/bourse',
    };
    expect(() => readConfig({ ...live, ...logins })).toThrow(
      /refuses a remote DATABASE_IDENTITY_URL.*\n.*refuses the password in DATABASE_APP_URL/,
    );
  });

  test.each([undefined, 'http://bourse.example'])('requires an https address for users, not %s', (address) => {
    expect(() => readConfig({ ...live, PUBLIC_URL: address })).toThrow('MODE=live needs PUBLIC_URL');
  });

  test('requires a mail server', () => {
    expect(() => readConfig({ ...live, SMTP_URL: undefined })).toThrow('MODE=live needs SMTP_URL');
  });

  test('requires a sender address, and TLS for text messages', () => {
    expect(() => readConfig({ ...live, MAIL_FROM: undefined })).toThrow('MODE=live needs MAIL_FROM');
    expect(() => readConfig({ ...live, SMS_URL: 'http://sms.internal' })).toThrow('refuses an SMS_URL without TLS');
  });

  test('takes rates of fiat currencies from a source with TLS; those of a demo are fixed', () => {
    const FIAT_RATES_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
    expect(readConfig({ ...live, FIAT_RATES_URL }).fiatRatesUrl).toBe(FIAT_RATES_URL);
    const plain = 'http://rates.internal/daily.xml';
    expect(() => readConfig({ ...live, FIAT_RATES_URL: plain })).toThrow('refuses a FIAT_RATES_URL without TLS');
    expect(() => readConfig({ FIAT_RATES_URL })).toThrow('FIAT_RATES_URL needs MODE=live');
  });

  test('takes card payments with three keys of one account; the cards of a demo are not charged', () => {
    const keys = {
      MOONPAY_API_KEY: 'pk_test_abcdefgh',
      MOONPAY_SECRET_KEY: 'sk_test_abcdefgh',
      MOONPAY_WEBHOOK_KEY: 'wk_test_abcdefghijk',
    };
    const [publishable, secret, webhook] = Object.values(keys);
    expect(readConfig({ ...live, ...keys }).moonPay).toEqual({ publishable, secret, webhook });
    expect(readConfig(live).moonPay).toBeNull();
    expect(() => readConfig({ ...live, ...keys, MOONPAY_WEBHOOK_KEY: '' })).toThrow('have to be set together');
    expect(() => readConfig({ ...live, ...keys, MOONPAY_API_KEY: 'pk_live_abcdefgh' })).toThrow('both of the sandbox');
    expect(() => readConfig({ ...live, ...keys, MOONPAY_SECRET_KEY: 'secret' })).toThrow(
      'MOONPAY_SECRET_KEY is not a secret key',
    );
    expect(() => readConfig(keys)).toThrow('MOONPAY_API_KEY needs MODE=live');
  });

  test('needs the networks and the https address of its console, unless that is off', () => {
    expect(readConfig(live).console.allow).toEqual(['10.8.0.0/16']);
    const { CONSOLE_ALLOW, CONSOLE_URL, ...without } = live;
    expect(() => readConfig({ ...without, CONSOLE_URL })).toThrow('MODE=live needs CONSOLE_ALLOW');
    for (const url of ['', 'http://console.bourse.example']) {
      expect(() => readConfig({ ...without, CONSOLE_ALLOW, CONSOLE_URL: url })).toThrow('MODE=live needs CONSOLE_URL');
    }
    expect(readConfig({ ...without, CONSOLE_LISTEN: 'off' }).console.listen).toBeNull();
  });

  test('refuses simulated traders', () => {
    expect(() => readConfig({ ...live, SIMULATOR: 'on' })).toThrow('MODE=live refuses SIMULATOR=on');
  });

  test('refuses index prices from a file', () => {
    expect(() => readConfig({ ...live, INDEX_FILE: '/tmp/prices.json' })).toThrow('MODE=live refuses INDEX_FILE');
    expect(readConfig({ INDEX_FILE: '/tmp/prices.json' }).indexFile).toBe('/tmp/prices.json');
    expect(readConfig({}).indexFile).toBeNull();
  });

  test.each(['postgres', 'Password', 'changeme'])('refuses the password %s', (password) => {
    const address = `postgresql://bourse:${password}@db.internal/bourse`;
    expect(() => readConfig({ ...live, DATABASE_URL: address })).toThrow('refuses the password in DATABASE_URL');
    expect(() => readConfig({ ...live, SMTP_URL: `smtp://bourse:${password}@mail` })).toThrow(
      'refuses the password in SMTP_URL',
    );
  });

  test('reports everything that is missing at once', () => {
    expect(() => readConfig({ MODE: 'live', SIMULATOR: 'on' })).toThrow(
      /DATABASE_URL.*\n.*PUBLIC_URL.*\n.*SMTP_URL.*\n.*MAIL_FROM.*\n.*CONSOLE_ALLOW.*\n.*CONSOLE_URL.*\n.*SIMULATOR/,
    );
  });
});

describe('the address of the page', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['::1', 'http://[::1]:8080'],
  ])('of a server on %s is %s', (host, address) => {
    expect(pageAddress(host, 8080)).toBe(address);
  });
});

test('docs/reference/configuration.md lists exactly the existing settings', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'configuration.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(settingNames.toSorted());
});
