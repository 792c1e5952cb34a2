import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'सत्यापन कोड',
  send: 'कोड भेजें',
  wait: '{{seconds}} से॰',
  again: '{{seconds}} सेकंड बाद दोबारा भेजें',
  sent: 'कोड {{to}} पर भेज दिया गया है',
  digits: 'कोड में 6 अंक होते हैं, लंबे कोड में 16',
  newDevice: 'नए डिवाइस पर हम एक कोड भी माँगते हैं, जो हम आपको भेजते हैं।',
  noCode: 'इस डिवाइस पर कोड की ज़रूरत नहीं है।',
  mailbox: 'डेमो मेलबॉक्स खोलें',
};
