import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';

/** What a browser keeps, which can be full. */
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

describe('what the browser keeps', () => {
  it('is what another tab has made of it', () => {
    const browser = browserWith();
    const [here, there] = [openStorage(() => browser), openStorage(() => browser)];
    here.write('token', 'mine');
    there.remove('token');
    expect(here.read('token')).toBeNull();
    there.write('lang', 'de');
    expect(here.read('lang')).toBe('de');
  });

  it('is remembered by the page where the browser is full, over what was kept before', () => {
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

  it('is remembered by the page where the browser keeps nothing at all', () => {
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
