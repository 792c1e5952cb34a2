import type { BrowserStorage } from './browser-storage.ts';
import { randomId } from './random-id.ts';

/** The id of this browser as a device of its users. */
export interface Device {
  readonly id: () => string;
  /** Stores the id of an answer of the server, by which it knows the device from then on. */
  readonly keep: (id: string) => void;
}

/** The stored id of this browser. Until the server has issued one, it is a random id that only names the requests. */
export function openDevice(storage: BrowserStorage): Device {
  const keep = (id: string): void => {
    if (isDeviceId(id)) storage.write('browserId', id);
  };
  const fresh = randomId();
  if (!isDeviceId(storage.read('browserId'))) keep(fresh);
  // Another tab may have logged in, so the storage is read each time; a browser that stores nothing has one id a page.
  return {
    id: () => {
      const stored = storage.read('browserId');
      return isDeviceId(stored) ? stored : fresh;
    },
    keep,
  };
}

function isDeviceId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{8,64}$/.test(text);
}
