import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'कीबोर्ड शॉर्टकट',
  keysUse: 'एकल कुंजियाँ इस्तेमाल करें',
  keysHint: 'टाइप करते समय कुंजियाँ अपने आप कुछ नहीं करतीं। बोलकर लिखते हों या गलती से कुंजियाँ दबती हों, तो इन्हें बंद कर दें।',
  keySearch: 'बाज़ार खोजें',
  keyMove: 'सूची में ऊपर और नीचे',
  keyOpen: 'सूची में बाज़ार खोलें',
  keyLeave: 'खोज छोड़ें, खुली चीज़ बंद करें',
  keyBuy: 'खरीद फ़ॉर्म',
  keySell: 'बिक्री फ़ॉर्म',
  keyStep: 'भाव या मात्रा में: एक कदम, शिफ़्ट के साथ दस',
  keyPeriod: 'चार्ट की अवधि',
  keyLine: 'लाइन चार्ट',
  keyCancelAll: 'सभी ऑर्डर रद्द करें',
  keyDelete: 'चुनी हुई ड्रॉइंग मिटाएँ',
  keyHelp: 'यह सूची',
  // The connection
};
