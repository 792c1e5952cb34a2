import type { Texts } from './texts.ts';

export const nl: Texts = {
  code: {
    register: {
      subject: 'Uw code om een account te openen',
      lead: 'Voer deze code in om uw account bij {{site}} te openen:',
      name: 'registratie',
    },
    bind: {
      subject: 'Uw code om dit adres toe te voegen',
      lead: 'Voer deze code in om dit adres aan uw {{site}}-account toe te voegen:',
      name: 'nieuw adres',
    },
    security: {
      subject: 'Uw code voor een beveiligingswijziging',
      lead: 'Voer deze code in om een wijziging van de beveiliging van uw {{site}}-account te bevestigen:',
      name: 'beveiligingswijziging',
    },
    withdrawal: {
      subject: 'Uw code voor een opname',
      lead: 'Voer deze code in om de opname van uw {{site}}-account te bevestigen:',
      name: 'opname',
    },
    login: {
      subject: 'Uw code om in te loggen',
      lead: 'Voer deze code in om bij {{site}} in te loggen:',
      name: 'inloggen',
    },
    recovery: {
      subject: 'Uw code voor een nieuw wachtwoord',
      lead: 'Voer deze code in om een nieuw wachtwoord bij {{site}} in te stellen:',
      name: 'nieuw wachtwoord',
    },
  },
  codeLife: 'De code is {{minutes}} minuten geldig en kan één keer worden gebruikt.',
  longCode:
    'De code is langer dan anders omdat er voor dit adres ongewoon veel codes zijn aangevraagd, misschien niet door u. De code werkt op elk apparaat.',
  codeSecret: 'Geef de code aan niemand door. Niemand van {{site}} zal er ooit om vragen.',
  unasked: 'Hebt u niet om deze code gevraagd, dan kunt u dit bericht negeren.',
  unaskedInside:
    'Hebt u niet om deze code gevraagd, dan gebruikt misschien iemand anders uw account: stel meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina.',
  codeSms: '{{site}}, {{name}}: {{code}}. {{minutes}} minuten geldig. Geef de code aan niemand door.',
  accountExists: {
    subject: 'U hebt al een account',
    lead: 'Iemand, misschien uzelf, probeerde met dit adres een account bij {{site}} te openen. Dit adres heeft er al een.',
    advice:
      'Log in met uw wachtwoord. Bent u het vergeten, kies dan “Wachtwoord vergeten” op de inlogpagina. Was u het niet, dan hoeft u niets te doen: er is niets veranderd.',
    sms: '{{site}}: iemand probeerde met dit nummer een account te openen, maar het heeft er al een. Was u het niet, dan hoeft u niets te doen.',
  },
  addressInUse: {
    subject: 'Uw adres is voor een ander account ingevuld',
    lead: 'Iemand probeerde dit adres aan een ander {{site}}-account toe te voegen. Het hoort bij het uwe en blijft daar.',
    advice:
      'Een adres kan maar bij één account horen. Was u het niet, dan hoeft u niets te doen: er is niets veranderd.',
    sms: '{{site}}: iemand probeerde dit nummer aan een ander account toe te voegen. Het hoort bij het uwe en blijft daar. Was u het niet, dan hoeft u niets te doen.',
  },
  newDevice: {
    subject: 'Inloggen vanaf een nieuw apparaat',
    lead: 'Iemand heeft op uw {{site}}-account ingelogd vanaf een apparaat dat nog niet bekend was.',
    advice:
      'Was u het, dan hoeft u niets te doen. Zo niet, stel dan meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina: daarmee worden alle apparaten uitgelogd. Neem daarna contact op met onze klantenservice.',
    sms: '{{site}}: ingelogd vanaf een nieuw apparaat ({{device}}, {{address}}), {{time}}. Was u het niet? Stel meteen een nieuw wachtwoord in.',
  },
  passwordChanged: {
    subject: 'Uw wachtwoord is gewijzigd',
    lead: 'Het wachtwoord van uw {{site}}-account is gewijzigd. Alle andere apparaten zijn uitgelogd.',
    advice:
      'Was u het, dan hoeft u niets te doen. Zo niet, stel dan meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina en neem contact op met onze klantenservice.',
    sms: '{{site}}: uw wachtwoord is gewijzigd, {{time}}. Was u het niet? Stel meteen een nieuw in en neem contact op met onze klantenservice.',
  },
  device: 'Apparaat',
  unknownDevice: 'Onbekend',
  address: 'Netwerkadres',
  time: 'Tijd',
  automatic: 'Dit bericht is automatisch verstuurd. Antwoorden worden niet gelezen.',
};
