import { describe, expect, it } from 'vitest';
import { fieldOfRefusal, passwordErrors } from './password-form.ts';

const context = { account: 'ann@example.org', policy: 'spec' } as const;
const complete = { old: 'Secret12', wanted: 'Secret34', repeat: 'Secret34' };

describe('a change of the password', () => {
  it('needs the current one and a new one twice', () => {
    expect(passwordErrors(complete, context)).toEqual({});
  });

  it('reports missing fields', () => {
    expect(passwordErrors({ old: '', wanted: '', repeat: '' }, context)).toEqual({
      old: 'account.emptyOld',
      wanted: 'account.emptyNew',
      repeat: 'register.enterPassword2',
    });
  });

  it('requires a new password of 6 to 16 letters or digits, different from the old one and repeated identically', () => {
    expect(passwordErrors({ ...complete, wanted: 'Ab3de', repeat: 'Ab3de' }, context)).toEqual({
      wanted: 'errors.password_shape',
    });
    expect(passwordErrors({ ...complete, repeat: 'Secret35' }, context)).toEqual({ repeat: 'errors.passwords_differ' });
    expect(passwordErrors({ ...complete, wanted: 'Secret12', repeat: 'Secret12' }, context)).toEqual({
      wanted: 'errors.password_unchanged',
    });
  });

  it('shows a refusal of the server at the field that it concerns', () => {
    expect(['old_password_wrong', 'password_common', 'password_account', 'login_locked'].map(fieldOfRefusal)).toEqual([
      'old',
      'wanted',
      'wanted',
      null,
    ]);
  });

  it('accepts a passphrase where the site does, but not the name of the account', () => {
    const strong = { ...context, policy: 'strong' } as const;
    const errorOf = (wanted: string) => passwordErrors({ ...complete, wanted, repeat: wanted }, strong).wanted;
    expect(errorOf('violet kettle 9 rivers')).toBeUndefined();
    expect(errorOf('Ab3de')).toBe('errors.password_length');
    expect(errorOf('Ann@Example.org')).toBe('errors.password_account');
  });
});
