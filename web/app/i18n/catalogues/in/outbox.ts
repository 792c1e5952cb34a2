import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about: 'यह डेमो कोई ईमेल या SMS नहीं भेजता। जो भेजा जाता, वह एक दिन तक यहाँ रहता है; नए संदेश अपने-आप दिखते हैं।',
  to: 'ईमेल पता या फ़ोन नंबर',
  show: 'संदेश दिखाएँ',
  empty: 'इस पते पर अभी कोई संदेश नहीं है। नए संदेश यहाँ अपने-आप दिखेंगे।',
  sms: 'SMS संदेश',
  mailTo: '{{to}} को ईमेल',
  smsTo: '{{to}} को SMS',
  copyCode: 'कोड कॉपी करें',
};
