import { describe, expect, it } from 'vitest';
import { openAlertSettings } from './alert-settings.ts';

describe('the alerts of order events', () => {
  it('are off until they are turned on, and follow other tabs', () => {
    const kept = new Map<string, string>();
    let changed: () => void = () => undefined;
    const settings = openAlertSettings({ read: (key) => kept.get(key) ?? null }, (listener) => {
      changed = listener;
    });
    expect(settings.getState()).toEqual({ sound: false, browser: false });
    kept.set('alert_sound', '1');
    changed();
    expect(settings.getState()).toEqual({ sound: true, browser: false });
  });
});
