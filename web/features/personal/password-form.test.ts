import { describe, expect, it } from 'vitest';
import { passwordErrors } from './password-form.ts';

const complete = { old: 'Secret12', wanted: 'Secret34', repeat: 'Secret34' };

describe('a change of the password', () => {
  it('needs the current one and a new one twice', () => {
    expect(passwordErrors(complete)).toEqual({});
  });

  it('reports missing fields', () => {
    expect(passwordErrors({ old: '', wanted: '', repeat: '' })).toEqual({
      old: 'account.emptyOld',
      wanted: 'account.emptyNew',
      repeat: 'register.enterPassword2',
    });
  });

  it('requires a new password of 6 to 16 letters or digits, different from the old one and repeated identically', () => {
    expect(passwordErrors({ ...complete, wanted: 'Ab3de', repeat: 'Ab3de' })).toEqual({
      wanted: 'errors.password_shape',
    });
    expect(passwordErrors({ ...complete, repeat: 'Secret35' })).toEqual({ repeat: 'errors.passwords_differ' });
    expect(passwordErrors({ ...complete, wanted: 'Secret12', repeat: 'Secret12' })).toEqual({
      wanted: 'errors.password_unchanged',
    });
  });
});
