import { describe, expect, test } from 'vitest';
import { nameDevice } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('devices are named after their user agent', () => {
  test.each([
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows', 'computer'],
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows', 'computer'],
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera', 'Windows', 'computer'],
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36 Vivaldi/6.8`, 'Vivaldi', 'Windows', 'computer'],
    [`${windows} ${webkit} Chrome/124.0.0.0 YaBrowser/24.6.0 Safari/537.36`, 'Yandex Browser', 'Windows', 'computer'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'Firefox',
      'Windows',
      'computer',
    ],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari', 'macOS', 'computer'],
    [`${mac} ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'macOS', 'computer'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux', 'computer'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux', 'computer'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
      'computer',
    ],
    [`${android} ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
    [`${android} ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Android', 'tablet'],
    [
      `${android} ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      'phone',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox', 'Android', 'phone'],
    [`${android} ${webkit} Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47`, 'WeChat', 'Android', 'phone'],
    [`${iphone} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', 'phone'],
    [`${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS', 'phone'],
    [`${iphone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS', 'phone'],
    [`${iphone} EdgiOS/126.0 Version/18.0 Mobile/15E148 Safari/605.1.15`, 'Edge', 'iOS', 'phone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPadOS',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.0`,
      'Huawei Browser',
      'HarmonyOS',
      'phone',
    ],
    ['curl/8.7.1', 'curl', '', 'program'],
    ['python-requests/2.32.3', 'python-requests', '', 'program'],
    ['node', 'node', '', 'program'],
    ['okhttp/4.12.0', 'okhttp', '', 'program'],
    ['', '', '', 'unknown'],
    ['Mozilla/5.0', '', '', 'unknown'],
    ['<script>alert(1)</script>', '', '', 'unknown'],
  ])('%s', (userAgent, browser, system, kind) => {
    expect(nameDevice(userAgent)).toEqual({ browser, system, kind });
  });

  test('a very long user agent is parsed quickly', () => {
    const started = process.cpuUsage();
    nameDevice('Version/1 '.repeat(40_000));
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });
});
