import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'नया पासवर्ड सेट करें',
  text: 'हम आपके खाते पर एक कोड भेजते हैं। नया पासवर्ड सेट होते ही आप हर जगह से लॉगआउट हो जाएँगे।',
  password: 'नया पासवर्ड',
  repeat: 'नया पासवर्ड दोबारा दर्ज करें',
  submit: 'नया पासवर्ड सेट करें',
  success: 'आपका नया पासवर्ड सेट हो गया है, कृपया लॉगिन करें',
  remembered: 'याद आ गया?',
};
