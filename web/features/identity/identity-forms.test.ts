import { describe, expect, it } from 'vitest';
import { isEmail, isMobile, passwordStrength } from './account-rules.ts';
import { loginErrors, pathAfterLogin } from './login-form.ts';
import { registerErrors, type RegisterDraft } from './register-form.ts';

const complete: RegisterDraft = {
  account: 'ann@example.org',
  password: 'Secret12',
  repeat: 'Secret12',
  areaId: null,
  mobile: '',
  invite: 'BOURSE',
  agreed: true,
};

describe('an e-mail address', () => {
  it('has letters and digits with - _ . between them, and a domain that ends in 2 to 4 characters', () => {
    for (const good of ['a@b.co', 'ann.b-c_d@mail.example.info', 'A1@x-y.de']) expect(isEmail(good)).toBe(true);
    for (const bad of ['', 'ann', 'ann@', '@x.de', '.ann@x.de', 'ann@x', 'ann@x.museum', 'a b@x.de', 'ann@x..de']) {
      expect(isEmail(bad)).toBe(false);
    }
  });
});

describe('a mobile number', () => {
  it('is digits only, at least six', () => {
    expect(isMobile('123456')).toBe(true);
    expect(isMobile('12345')).toBe(false);
    expect(isMobile('+123456')).toBe(false);
  });
});

describe('the login form', () => {
  it('asks for an account, a correct one, and a password', () => {
    expect(loginErrors({ account: ' ', password: '', remember: false })).toEqual({
      account: 'login.p_taccount',
      password: 'login.p_first',
    });
    expect(loginErrors({ account: 'ann', password: 'x', remember: false })).toEqual({
      account: 'register.pRightEmail',
    });
    expect(loginErrors({ account: ' ann@example.org ', password: 'x', remember: true })).toEqual({});
  });

  it('leads back to the requested page of this site only', () => {
    expect(pathAfterLogin('/trade?id=3')).toBe('/trade?id=3');
    for (const elsewhere of [undefined, '//evil.example', '/\\evil.example', 'https://evil.example', '/login?x=1']) {
      expect(pathAfterLogin(elsewhere)).toBe('/home');
    }
  });
});

describe('the registration form', () => {
  it('accepts a complete draft', () => {
    expect(registerErrors(complete, false)).toEqual({});
  });

  it('asks for everything that is missing', () => {
    const empty = { ...complete, account: '', password: '', repeat: '', invite: '', agreed: false };
    expect(registerErrors(empty, true)).toEqual({
      account: 'register.emptyEmail',
      password: 'register.emptyPassword',
      repeat: 'register.enterPassword2',
      mobile: 'register.emptyPhone',
      invite: 'register.emptyinvitationCode',
      agreed: 'register.readFirst',
    });
  });

  it('wants a password of 6 to 16 letters or digits, twice the same', () => {
    for (const password of ['12345', 'a'.repeat(17), 'secret 12', 'secret-12']) {
      expect(registerErrors({ ...complete, password, repeat: password }, false).password).toBe('register.length');
    }
    expect(registerErrors({ ...complete, repeat: 'Secret13' }, false)).toEqual({ repeat: 'register.unlike' });
  });

  it('checks a phone number that was given, even when none is required', () => {
    expect(registerErrors({ ...complete, mobile: '12x' }, false)).toEqual({ mobile: 'register.pRightPhone' });
  });

  it('shows how strong a password is', () => {
    expect(['aaaaaa', 'abc123', 'Secret12', 'q7Rt2Zk9Wp4X'].map(passwordStrength)).toEqual([
      'weak',
      'weak',
      'good',
      'strong',
    ]);
  });
});
