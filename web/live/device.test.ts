import { describe, expect, test } from 'vitest';
import type { BrowserStorage } from './browser-storage.ts';
import { openDevice } from './device.ts';

function storageWith(browserId: string | null): { storage: BrowserStorage; kept: Map<string, string> } {
  const kept = new Map(browserId === null ? [] : [['browserId', browserId]]);
  const storage: BrowserStorage = {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
  return { storage, kept };
}

const issued = 'uJ3fQ0mXb7pL2sVn9TgYc5KdHe8rWa1iZoR4tNqM6yE';

describe('the id of a device', () => {
  test('is a random one until the server has issued another, which is stored', () => {
    const { storage, kept } = storageWith(null);
    const device = openDevice(storage);
    expect(device.id()).toMatch(/^[\da-f]{32}$/);
    expect(kept.get('browserId')).toBe(device.id());
    device.keep(issued);
    expect(device.id()).toBe(issued);
    expect(openDevice(storage).id()).toBe(issued);
  });

  test('is the one that another tab has stored meanwhile', () => {
    const { storage } = storageWith(null);
    const [device, elsewhere] = [openDevice(storage), openDevice(storage)];
    elsewhere.keep(issued);
    expect(device.id()).toBe(issued);
  });

  test('is not replaced by something else', () => {
    const { storage } = storageWith(issued);
    const device = openDevice(storage);
    for (const id of ['', 'short', 'with spaces in it', 'x'.repeat(65)]) device.keep(id);
    expect(device.id()).toBe(issued);
  });
});
