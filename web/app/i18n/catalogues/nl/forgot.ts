import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Nieuw wachtwoord instellen',
  text: 'We sturen een code naar uw account. Zodra het nieuwe wachtwoord is ingesteld, wordt u overal uitgelogd.',
  password: 'Nieuw wachtwoord',
  repeat: 'Nieuw wachtwoord herhalen',
  submit: 'Wachtwoord instellen',
  success: 'Uw nieuwe wachtwoord is ingesteld, log in',
  remembered: 'Weer te binnen geschoten?',
};
