import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'ईमेल',
  mobile: 'फ़ोन',
  account: 'ईमेल पता',
  password: 'पासवर्ड',
  showPassword: 'पासवर्ड दिखाएँ',
  remember: '30 दिन तक लॉगिन रखें',
  forgot: 'पासवर्ड भूल गए?',
  submit: 'लॉगिन करें',
  noAccount: 'अभी तक खाता नहीं है?',
  toRegister: 'रजिस्टर करें',
  p_first: 'कृपया पासवर्ड दर्ज करें',
  p_taccount: 'कृपया अपना खाता दर्ज करें',
  success: 'आप लॉगिन हो गए हैं',
};
