import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'बाज़ार',
  open: 'बाज़ार चुनें',
  search: 'खोजें',
  searchHint: 'बाज़ार खोजें, शॉर्टकट /',
  pair: 'जोड़ी',
  last: 'अंतिम भाव',
  change: '24h बदलाव',
  changeShort: 'बदलाव',
  high: '24h उच्चतम',
  low: '24h न्यूनतम',
  volume: '24h वॉल्यूम',
  none: 'कोई बाज़ार नहीं मिला। दूसरा नाम आज़माएँ।',
  empty: 'अभी कोई बाज़ार खुला नहीं है।',
  quotes: 'कोट करेंसी',
  unknown: 'यह बाज़ार मौजूद नहीं है। कोई दूसरा चुनें।',
};
