/**
 * What a client called itself, in words that people know. Empty texts stand for what it did not say, or said in an
 * unknown way.
 */
export interface DeviceName {
  readonly browser: string;
  readonly system: string;
  readonly kind: 'computer' | 'phone' | 'tablet' | 'program' | 'unknown';
}

/** No browser says more; the patterns below take long for a text that is made to be long. */
const maxUserAgentLength = 400;

/** In this order: browsers built on another one name that one as well, and nearly all name Safari. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\b(?:MiuiBrowser|XiaoMi\/MiuiBrowser)\//, 'Mi Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:UCBrowser|UBrowser)\//, 'UC Browser'],
  [/\bM?QQBrowser\//, 'QQ Browser'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\bBrave\//, 'Brave'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

/** An iPad that asks for pages as a Mac does cannot be told from one. */
const systems: readonly (readonly [mark: RegExp, name: string, kind: DeviceName['kind']])[] = [
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\b(?:iPhone|iPod)\b/, 'iOS', 'phone'],
  [/\b(?:HarmonyOS|OpenHarmony)\b.*\bMobile\b|\bPhone\b.*\b(?:HarmonyOS|OpenHarmony)\b/, 'HarmonyOS', 'phone'],
  [/\b(?:HarmonyOS|OpenHarmony)\b/, 'HarmonyOS', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/**
 * Names the browser and the system of a `User-Agent` header, without versions: browsers no longer tell true ones of the
 * system. A program that is no browser goes by the name it gives itself, e.g. `curl`.
 */
export function nameDevice(said: string): DeviceName {
  const userAgent = said.slice(0, maxUserAgentLength);
  const [, system = '', kind = 'unknown'] = systems.find(([mark]) => mark.test(userAgent)) ?? [];
  const [, browser] = browsers.find(([mark]) => mark.test(userAgent)) ?? [];
  if (browser !== undefined) return { browser, system, kind };
  const program = /^(?!Mozilla\b)([A-Za-z][\w.-]{0,31})(?:\/|$| )/.exec(userAgent)?.[1];
  return program === undefined ? { browser: '', system, kind } : { browser: program, system, kind: 'program' };
}
