import type { Texts } from './texts.ts';

export const de: Texts = {
  code: {
    register: {
      subject: 'Ihr Code zur Kontoeröffnung',
      lead: 'Mit diesem Code eröffnen Sie Ihr Konto bei {{site}}:',
      name: 'Registrierung',
    },
    bind: {
      subject: 'Ihr Code für diese Adresse',
      lead: 'Mit diesem Code fügen Sie diese Adresse Ihrem Konto bei {{site}} hinzu:',
      name: 'neue Adresse',
    },
    security: {
      subject: 'Ihr Code für eine Sicherheitsänderung',
      lead: 'Mit diesem Code bestätigen Sie eine Änderung der Sicherheitseinstellungen Ihres Kontos bei {{site}}:',
      name: 'Sicherheitsänderung',
    },
    withdrawal: {
      subject: 'Ihr Code für eine Auszahlung',
      lead: 'Mit diesem Code bestätigen Sie die Auszahlung von Ihrem Konto bei {{site}}:',
      name: 'Auszahlung',
    },
    login: {
      subject: 'Ihr Code zur Anmeldung',
      lead: 'Mit diesem Code melden Sie sich bei {{site}} an:',
      name: 'Anmeldung',
    },
    recovery: {
      subject: 'Ihr Code für ein neues Passwort',
      lead: 'Mit diesem Code legen Sie ein neues Passwort für {{site}} fest:',
      name: 'neues Passwort',
    },
  },
  codeLife: 'Er gilt {{minutes}} Minuten und nur einmal.',
  longCode:
    'Er ist länger als sonst, weil für diese Adresse ungewöhnlich viele Codes angefordert wurden, vielleicht nicht von Ihnen. Er gilt auf jedem Gerät.',
  codeSecret: 'Geben Sie ihn nicht weiter. Niemand von {{site}} wird Sie je danach fragen.',
  unasked: 'Wenn Sie keinen Code angefordert haben, können Sie diese Nachricht ignorieren.',
  unaskedInside:
    'Wenn Sie keinen Code angefordert haben, nutzt möglicherweise jemand anderes Ihr Konto: Legen Sie sofort über „Passwort vergessen“ auf der Anmeldeseite ein neues Passwort fest.',
  codeSms: '{{site}}, {{name}}: {{code}}. Gültig für {{minutes}} Minuten. Bitte nicht weitergeben.',
  accountExists: {
    subject: 'Sie haben bereits ein Konto',
    lead: 'Jemand, vielleicht Sie selbst, wollte mit dieser Adresse ein Konto bei {{site}} eröffnen. Zu ihr gibt es bereits eines.',
    advice:
      'Melden Sie sich mit Ihrem Passwort an. Wenn Sie es vergessen haben, wählen Sie „Passwort vergessen“ auf der Anmeldeseite. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Es hat sich nichts geändert.',
    sms: '{{site}}: Jemand wollte mit dieser Nummer ein Konto eröffnen; zu ihr gibt es bereits eines. Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
  },
  addressInUse: {
    subject: 'Ihre Adresse wurde für ein anderes Konto angegeben',
    lead: 'Jemand wollte diese Adresse einem anderen Konto bei {{site}} hinzufügen. Sie gehört zu Ihrem Konto und bleibt dort.',
    advice:
      'Eine Adresse kann nur zu einem Konto gehören. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Es hat sich nichts geändert.',
    sms: '{{site}}: Jemand wollte diese Nummer einem anderen Konto hinzufügen. Sie gehört zu Ihrem und bleibt dort. Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
  },
  newDevice: {
    subject: 'Anmeldung von einem neuen Gerät',
    lead: 'Jemand hat sich von einem bisher unbekannten Gerät in Ihrem Konto bei {{site}} angemeldet.',
    advice:
      'Wenn Sie es waren, brauchen Sie nichts zu tun. Wenn nicht, legen Sie sofort über „Passwort vergessen“ auf der Anmeldeseite ein neues Passwort fest: Dadurch werden alle Geräte abgemeldet. Wenden Sie sich dann an unseren Support.',
    sms: '{{site}}: Anmeldung von einem neuen Gerät ({{device}}, {{address}}), {{time}}. Nicht Sie? Legen Sie sofort ein neues Passwort fest.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    lead: 'Das Passwort Ihres Kontos bei {{site}} wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    advice:
      'Wenn Sie es waren, brauchen Sie nichts zu tun. Wenn nicht, legen Sie sofort über „Passwort vergessen“ auf der Anmeldeseite ein neues Passwort fest und wenden Sie sich an unseren Support.',
    sms: '{{site}}: Ihr Passwort wurde geändert, {{time}}. Nicht Sie? Legen Sie sofort ein neues fest und wenden Sie sich an unseren Support.',
  },
  device: 'Gerät',
  unknownDevice: 'Unbekannt',
  address: 'Netzwerkadresse',
  time: 'Zeit',
  automatic: 'Diese Nachricht wurde automatisch versandt. Antworten darauf werden nicht gelesen.',
};
