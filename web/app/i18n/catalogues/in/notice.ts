import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'श्रेणियाँ',
  all: 'सभी लेख',
  none: 'यहाँ अभी कुछ प्रकाशित नहीं हुआ है।',
  unknown: 'यह लेख मौजूद नहीं है या हटा दिया गया है।',
  toList: 'नवीनतम सूचनाएँ दिखाएँ',
  otherLanguage: 'यह लेख अभी आपकी भाषा में उपलब्ध नहीं है।',
};
