import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'डेप्थ',
  views: 'दिखाई जाने वाली साइड',
  viewBoth: 'दोनों साइड',
  viewBids: 'केवल खरीद ऑर्डर',
  viewAsks: 'केवल बिक्री ऑर्डर',
  bars: 'डेप्थ बार',
  barsCumulative: 'संचयी',
  barsLevel: 'हर स्तर',
  keys: 'ऐरो कुंजियाँ भावों के बीच ले जाती हैं। एंटर भाव को फ़ॉर्म में भरता है, शिफ़्ट और एंटर उस भाव तक की मात्रा भी।',
  own: 'आपके ऑर्डर: {{amount}} {{currency}}',
  average: 'औसत भाव',
  fromMid: 'मध्य भाव से दूरी',
  rising: 'आख़िरी भाव, बढ़ता हुआ',
  falling: 'आख़िरी भाव, घटता हुआ',
  unmoved: 'आख़िरी भाव, अपरिवर्तित',
};
