import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';

/** A browser storage with room for values of at most `limit` characters. */
function browserWith(limit = Infinity) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('browser storage', () => {
  it('reads the current value after another tab changed it', () => {
    const browser = browserWith();
    const [here, there] = [openStorage(() => browser), openStorage(() => browser)];
    here.write('token', 'mine');
    there.remove('token');
    expect(here.read('token')).toBeNull();
    there.write('lang', 'de');
    expect(here.read('lang')).toBe('de');
  });

  it('keeps a value in memory when the browser is full, in place of the stored one', () => {
    const browser = browserWith(4);
    browser.setItem('lang', 'en');
    const storage = openStorage(() => browser);
    storage.write('lang', 'zh_TW');
    expect(storage.read('lang')).toBe('zh_TW');
    storage.write('lang', 'de');
    expect(storage.read('lang')).toBe('de');
    expect(browser.kept.get('lang')).toBe('de');
    storage.write('token', 'too long');
    storage.remove('token');
    expect(storage.read('token')).toBeNull();
  });

  it('keeps values in memory when the browser forbids storage', () => {
    const storage = openStorage(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(storage.read('theme')).toBeNull();
    storage.write('theme', 'light');
    expect(storage.read('theme')).toBe('light');
    storage.remove('theme');
    expect(storage.read('theme')).toBeNull();
  });
});
