import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'पसंदीदा',
  add: '{{symbol}} को पसंदीदा में जोड़ें',
  remove: '{{symbol}} को पसंदीदा से हटाएँ',
  none: 'अभी कोई पसंदीदा नहीं है। किसी बाज़ार का तारा चुनकर उसे यहाँ रखें।',
};
