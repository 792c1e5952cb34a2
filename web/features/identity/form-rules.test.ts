import { describe, expect, it } from 'vitest';
import { isEmail, isMobile, passwordStrength } from './account-rules.ts';
import { accountKey, accountOf, codeFrom, codeIn, type AccountDraft } from './form-rules.ts';
import { knownAccount, rememberAccount } from './known-account.ts';
import { loginErrors, type LoginDraft } from './login-form.ts';
import { pathAfterLogin } from './path-after-login.ts';
import { recoveryErrors } from './recovery-form.ts';
import { placeOfRefusal } from './refusal-place.ts';
import { registerErrors, type RegisterDemands, type RegisterDraft } from './register-form.ts';

const byMail: AccountDraft = { kind: 'email', email: 'ann@example.org', mobile: '', area: null };
const byPhone: AccountDraft = { kind: 'mobile', email: '', mobile: '1701234567', area: '276' };
const returning: LoginDraft = { ...byMail, password: 'x', code: '', remember: false };
const newcomer: RegisterDraft = {
  ...byMail,
  code: '',
  password: 'Secret12',
  repeat: 'Secret12',
  invite: 'BOURSE',
  agreed: true,
};
const nothingAsked: RegisterDemands = { phone: false, code: false, policy: 'spec' };

describe('an e-mail address', () => {
  it('has letters and digits with - _ . between them, and a domain that ends in 2 to 4 characters', () => {
    for (const good of ['a@b.co', 'ann.b-c_d@mail.example.info', 'A1@x-y.de']) expect(isEmail(good)).toBe(true);
    for (const bad of ['', 'ann', 'ann@', '@x.de', '.ann@x.de', 'ann@x', 'ann@x.museum', 'a b@x.de', 'ann@x..de']) {
      expect(isEmail(bad)).toBe(false);
    }
  });
});

describe('a mobile number', () => {
  it('has at least six characters, all digits', () => {
    expect(isMobile('123456')).toBe(true);
    expect(isMobile('12345')).toBe(false);
    expect(isMobile('+123456')).toBe(false);
  });
});

describe('an account', () => {
  it('is taken from the selected tab without surrounding spaces', () => {
    expect(accountOf({ ...byMail, email: ' ann@example.org ', mobile: '123456' })).toBe('ann@example.org');
    expect(accountOf({ ...byPhone, email: 'ann@example.org' })).toBe('1701234567');
  });

  it('counts as another account when the address, the country of the number, or the choice between both changes', () => {
    const keys = [byMail, { ...byMail, email: 'bob@example.org' }, byPhone, { ...byPhone, area: '40' }].map(accountKey);
    expect(new Set(keys).size).toBe(4);
    expect(accountKey({ ...byMail, area: '276' })).toBe(accountKey(byMail));
  });

  it('is prefilled from the last login, on the matching tab', () => {
    const kept = new Map<string, string>();
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => void kept.set(key, value),
      remove: () => undefined,
    };
    expect(knownAccount(storage, true)).toEqual({ kind: 'email', email: '', mobile: '', area: null });
    rememberAccount(storage, byPhone);
    expect(knownAccount(storage, true)).toEqual(byPhone);
    expect(knownAccount(storage, false)).toEqual({ kind: 'email', email: '', mobile: '', area: '276' });
    rememberAccount(storage, byMail);
    expect(knownAccount(storage, true)).toEqual({ ...byMail, area: '276' });
    expect(knownAccount(storage, true, 'typed@example.org').email).toBe('typed@example.org');
  });
});

describe('a verification code', () => {
  it('is recognised with spaces, in a sentence and in full-width digits', () => {
    for (const text of ['123456', ' 123 456\n', '123-456', '１２３４５６', '१२३ ४५६', '١٢٣٤٥٦']) {
      expect(codeFrom(text)).toBe('123456');
      expect(codeIn(text)).toBe('123456');
    }
    for (const text of ['Your code is 123 456.', '123456. Valid for 10 minutes.']) expect(codeIn(text)).toBe('123456');
    for (const text of ['no code', '12345', '1234567', '2 codes']) expect(codeIn(text)).toBe('');
  });

  it('keeps letters, so that they are refused', () => {
    expect(codeFrom('12a 456')).toBe('12a456');
    expect(loginErrors({ ...returning, password: 'x', code: '12a456' }, true)).toEqual({
      code: 'errors.verification_code_malformed',
    });
  });

  it('may have 16 digits, in groups of four as sent', () => {
    for (const text of ['1234 5678 9012 3456', '１２３４５６７８９０１２３４５６']) {
      expect(codeFrom(text)).toBe('1234567890123456');
      expect(codeIn(`2 codes: ${text}, for 120 minutes`)).toBe('1234567890123456');
    }
    expect(loginErrors({ ...returning, password: 'x', code: '1234567890123456' }, true)).toEqual({});
    expect(loginErrors({ ...returning, password: 'x', code: '12345678901234' }, true)).toEqual({
      code: 'errors.verification_code_malformed',
    });
  });
});

describe('the login form', () => {
  it('requires a valid account and a password', () => {
    expect(loginErrors({ ...returning, email: ' ', password: '' }, false)).toEqual({
      email: 'register.emptyEmail',
      password: 'login.p_first',
    });
    expect(loginErrors({ ...returning, email: 'ann' }, false)).toEqual({ email: 'errors.account_invalid' });
    expect(loginErrors({ ...returning, email: ' ann@example.org ' }, false)).toEqual({});
  });

  it('requires a phone number and its country on the phone tab', () => {
    const empty: LoginDraft = { ...returning, kind: 'mobile' };
    expect(loginErrors(empty, false)).toEqual({ area: 'register.chooseArea', mobile: 'register.emptyPhone' });
    expect(loginErrors({ ...empty, area: '276', mobile: '12x' }, false)).toEqual({ mobile: 'errors.phone_invalid' });
    expect(loginErrors({ ...returning, ...byPhone }, false)).toEqual({});
  });

  it('requires a six-digit code where one is needed', () => {
    expect(loginErrors(returning, true)).toEqual({ code: 'errors.verification_code_required' });
    expect(loginErrors({ ...returning, code: '12345' }, true)).toEqual({ code: 'errors.verification_code_malformed' });
    expect(loginErrors({ ...returning, code: '012345' }, true)).toEqual({});
  });

  it('redirects only to pages of this site, and not to the login forms themselves', () => {
    expect(pathAfterLogin('/trade?id=3')).toBe('/trade?id=3');
    expect(pathAfterLogin('/loginsight')).toBe('/loginsight');
    expect(pathAfterLogin('/trade?id=3#//evil.example')).toBe('/trade?id=3#//evil.example');
    for (const elsewhere of [undefined, '//evil.example', '/\\evil.example', 'https://evil.example', 'trade'])
      expect(pathAfterLogin(elsewhere)).toBe('/home');
    for (const hidden of [
      '/\t/evil.example',
      '/\n\\evil.example',
      '/..//evil.example',
      '/x/../..//evil.example',
      ' //evil',
    ])
      expect(pathAfterLogin(hidden)).toBe('/home');
    for (const form of ['/login?x=1', '/register', '/forgetPassword', '/LOGIN', '/x/../login', '/./register'])
      expect(pathAfterLogin(form)).toBe('/home');
  });
});

describe('the registration form', () => {
  it('accepts a complete draft', () => {
    expect(registerErrors(newcomer, nothingAsked)).toEqual({});
    expect(
      registerErrors({ ...newcomer, ...byPhone, code: '123456' }, { ...nothingAsked, phone: true, code: true }),
    ).toEqual({});
  });

  it('reports every missing field', () => {
    const empty = { ...newcomer, email: '', password: '', repeat: '', invite: '', agreed: false };
    expect(registerErrors(empty, { ...nothingAsked, phone: true, code: true })).toEqual({
      email: 'register.emptyEmail',
      area: 'register.chooseArea',
      mobile: 'register.emptyPhone',
      code: 'errors.verification_code_required',
      password: 'errors.password_required',
      repeat: 'register.enterPassword2',
      invite: 'register.emptyinvitationCode',
      agreed: 'register.readFirst',
    });
  });

  it('requires a password of 6 to 16 letters or digits, repeated identically', () => {
    for (const password of ['12345', 'a'.repeat(17), 'secret 12', 'secret-12']) {
      expect(registerErrors({ ...newcomer, password, repeat: password }, nothingAsked).password).toBe(
        'errors.password_shape',
      );
    }
    expect(registerErrors({ ...newcomer, repeat: 'Secret13' }, nothingAsked)).toEqual({
      repeat: 'errors.passwords_differ',
    });
  });

  it('accepts passphrases where the site does, and leaves the judgement to the server until it knows the rule', () => {
    const errorOf = (password: string, policy: RegisterDemands['policy']) =>
      registerErrors({ ...newcomer, password, repeat: password }, { ...nothingAsked, policy }).password;
    expect(errorOf('violet kettle 9 rivers', 'strong')).toBeUndefined();
    expect(errorOf('Ab3de', 'strong')).toBe('errors.password_length');
    expect(errorOf(newcomer.email, 'strong')).toBe('errors.password_account');
    expect(errorOf('Ab3de', null)).toBeUndefined();
  });

  it('validates an optional phone number when one is given', () => {
    expect(registerErrors({ ...newcomer, mobile: '12x' }, nothingAsked)).toEqual({ mobile: 'errors.phone_invalid' });
  });

  it('rates the strength of a password', () => {
    expect(['aaaaaa', 'abc123', 'Secret12', 'q7Rt2Zk9Wp4X'].map(passwordStrength)).toEqual([
      'weak',
      'weak',
      'good',
      'strong',
    ]);
  });
});

describe('the recovery form', () => {
  it('requires the account, its code, and a valid password twice', () => {
    const draft = { ...byMail, code: '123456', password: 'Secret12', repeat: 'Secret12' };
    expect(recoveryErrors(draft, 'spec')).toEqual({});
    expect(recoveryErrors({ ...draft, email: '', code: '', password: 'short', repeat: '' }, 'spec')).toEqual({
      email: 'login.p_taccount',
      code: 'errors.verification_code_required',
      password: 'errors.password_shape',
      repeat: 'register.enterPassword2',
    });
    expect(recoveryErrors({ ...draft, email: 'ann.example.org' }, 'spec')).toEqual({ email: 'errors.account_invalid' });
  });
});

describe('a refusal of the server', () => {
  it('is shown at the field it concerns, or for the whole form when that field is not on screen', () => {
    const shown = ['email', 'password', 'code'] as const;
    expect(placeOfRefusal('account_taken', shown)).toBe('email');
    expect(placeOfRefusal('verification_code_wrong', shown)).toBe('code');
    expect(placeOfRefusal('credentials_wrong', shown)).toBe('password');
    for (const elsewhere of ['login_locked', 'too_many_requests', 'invite_code_unknown', 'toString']) {
      expect(placeOfRefusal(elsewhere, shown)).toBeNull();
    }
  });
});
