import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { askStepUp } from './ask-step-up.ts';
import type { StepUpRequest } from './console-context.tsx';
import { loginAddress, returnAddress } from './login-address.ts';
import { allows } from './session.ts';

describe('the login page', () => {
  it('returns to the address that a session ended on', () => {
    const address = new URL(loginAddress('ended', '/markets?state=open&row=7'), 'http://console');
    expect(returnAddress(address.searchParams)).toBe('/markets?state=open&row=7');
    expect(loginAddress('logged_out', '/markets')).toBe('/login?why=logged_out');
    expect(loginAddress('new', '/')).toBe('/login');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login', '/enrol#x'])(
    'never leads to %s',
    (address) => {
      expect(returnAddress(new URLSearchParams({ return: address }))).toBe('/');
    },
  );
});

describe('the dialog for the one-time password', () => {
  it('is shared by requests that need it at the same time', async () => {
    const store = createStore<StepUpRequest | null>(() => null);
    const both = [askStepUp(store), askStepUp(store)];
    store.getState()?.finish(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(store.getState()).toBeNull();
  });
});

describe('an audience', () => {
  it('includes staff with one of its roles', () => {
    expect(allows(['finance', 'risk'], ['risk'])).toBe(true);
    expect(allows(['finance', 'risk'], ['support', 'admin'])).toBe(false);
    expect(allows('staff', [])).toBe(true);
  });
});
