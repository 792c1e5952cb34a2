import type { Texts } from './texts.ts';

export const nl: Texts = {
  code: {
    register: {
      subject: 'Je code om een account te openen',
      lead: 'Vul deze code in om je account bij {{site}} te openen:',
      name: 'registratie',
    },
    bind: {
      subject: 'Je code om dit adres toe te voegen',
      lead: 'Vul deze code in om dit adres aan je {{site}}-account toe te voegen:',
      name: 'nieuw adres',
    },
    security: {
      subject: 'Je code voor een beveiligingswijziging',
      lead: 'Vul deze code in om een wijziging van de beveiliging van je {{site}}-account te bevestigen:',
      name: 'beveiligingswijziging',
    },
    withdrawal: {
      subject: 'Je code voor een opname',
      lead: 'Vul deze code in om de opname van je {{site}}-account te bevestigen:',
      name: 'opname',
    },
    login: {
      subject: 'Je code om in te loggen',
      lead: 'Vul deze code in om bij {{site}} in te loggen:',
      name: 'inloggen',
    },
    recovery: {
      subject: 'Je code voor een nieuw wachtwoord',
      lead: 'Vul deze code in om een nieuw wachtwoord bij {{site}} in te stellen:',
      name: 'nieuw wachtwoord',
    },
  },
  codeLife: 'De code is {{minutes}} minuten geldig en kan één keer worden gebruikt.',
  codeSecret: 'Geef de code aan niemand door. Niemand van {{site}} zal er ooit om vragen.',
  unasked: 'Heb je niet om deze code gevraagd, dan kun je dit bericht negeren.',
  unaskedInside:
    'Heb je niet om deze code gevraagd, dan gebruikt misschien iemand anders je account: stel meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina.',
  codeSms: '{{site}}, {{name}}: {{code}}. {{minutes}} minuten geldig. Geef de code aan niemand door.',
  accountExists: {
    subject: 'Je hebt al een account',
    lead: 'Iemand, misschien jijzelf, probeerde met dit adres een account bij {{site}} te openen. Dit adres heeft er al een.',
    advice:
      'Log in met je wachtwoord. Ben je het vergeten, kies dan “Wachtwoord vergeten” op de inlogpagina. Was jij het niet, dan hoef je niets te doen: er is niets veranderd.',
    sms: '{{site}}: iemand probeerde met dit nummer een account te openen, maar het heeft er al een. Was jij het niet, dan hoef je niets te doen.',
  },
  addressInUse: {
    subject: 'Je adres is voor een ander account ingevuld',
    lead: 'Iemand probeerde dit adres aan een ander {{site}}-account toe te voegen. Het hoort bij het jouwe en blijft daar.',
    advice:
      'Een adres kan maar bij één account horen. Was jij het niet, dan hoef je niets te doen: er is niets veranderd.',
    sms: '{{site}}: iemand probeerde dit nummer aan een ander account toe te voegen. Het hoort bij het jouwe en blijft daar. Was jij het niet, dan hoef je niets te doen.',
  },
  newDevice: {
    subject: 'Inloggen vanaf een nieuw apparaat',
    lead: 'Iemand heeft op je {{site}}-account ingelogd vanaf een apparaat dat nog niet bekend was.',
    advice:
      'Was jij het, dan hoef je niets te doen. Zo niet, stel dan meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina: daarmee worden alle apparaten uitgelogd. Neem daarna contact op met onze klantenservice.',
    sms: '{{site}}: ingelogd vanaf een nieuw apparaat ({{device}}, {{address}}), {{time}}. Was jij het niet? Stel meteen een nieuw wachtwoord in.',
  },
  passwordChanged: {
    subject: 'Je wachtwoord is gewijzigd',
    lead: 'Het wachtwoord van je {{site}}-account is gewijzigd. Alle andere apparaten zijn uitgelogd.',
    advice:
      'Was jij het, dan hoef je niets te doen. Zo niet, stel dan meteen een nieuw wachtwoord in via “Wachtwoord vergeten” op de inlogpagina en neem contact op met onze klantenservice.',
    sms: '{{site}}: je wachtwoord is gewijzigd, {{time}}. Was jij het niet? Stel meteen een nieuw in en neem contact op met onze klantenservice.',
  },
  device: 'Apparaat',
  unknownDevice: 'Onbekend',
  address: 'Netwerkadres',
  time: 'Tijd',
  automatic: 'Dit bericht is automatisch verstuurd. Antwoorden worden niet gelezen.',
};
