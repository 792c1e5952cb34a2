import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'एक्सचेंज कैसे निर्णय लेता है, दर्ज रखता है और निपटान करता है, और किससे क्या वादा करता है।',
  open: 'PDF खोलें',
  download: 'डाउनलोड करें',
  kind: 'PDF, अंग्रेज़ी में',
  noEmbed: 'यह ब्राउज़र पेज के भीतर PDF नहीं दिखाता। पढ़ने के लिए फ़ाइल खोलें।',
  frame: 'इस एक्सचेंज का व्हाइट पेपर',
};
