/** The readable parts of a `User-Agent` header. Empty if missing or unknown. */
export interface DeviceName {
  readonly browser: string;
  readonly system: string;
  readonly kind: 'computer' | 'phone' | 'tablet' | 'program' | 'unknown';
}

/** Longer than any browser's header. Bounds the run time of the patterns below for malicious input. */
const maxUserAgentLength = 400;

/** The order matters: browsers based on another one also contain its name, and nearly all contain Safari. */
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

/** An iPad that requests desktop pages cannot be distinguished from a Mac. */
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
 * The browser and system of a `User-Agent` header. Versions are left out, because browsers no longer report the
 * system's true version. A program other than a browser has the name that it reports, such as `curl`.
 */
export function nameDevice(said: string): DeviceName {
  const userAgent = said.slice(0, maxUserAgentLength);
  const [, system = '', kind = 'unknown'] = systems.find(([mark]) => mark.test(userAgent)) ?? [];
  const [, browser] = browsers.find(([mark]) => mark.test(userAgent)) ?? [];
  if (browser !== undefined) return { browser, system, kind };
  const program = /^(?!Mozilla\b)([A-Za-z][\w.-]{0,31})(?:\/|$| )/.exec(userAgent)?.[1];
  return program === undefined ? { browser: '', system, kind } : { browser: program, system, kind: 'program' };
}
