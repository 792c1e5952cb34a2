import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'लोड हो रहा है',
  retry: 'फिर से कोशिश करें',
  close: 'बंद करें',
  sessionEnded: 'लॉगिन का समय समाप्त हो गया, कृपया फिर से लॉगिन करें',
  serverError: 'सर्वर त्रुटि, कृपया बाद में फिर से कोशिश करें',
  stale: 'डेटा देर से आ रहा है',
  closed: 'ट्रेडिंग रुकी हुई है',
  loadFailed: 'यह लोड नहीं हो सका।',
  page: 'पेज {{page}} / {{pages}}',
  previous: 'पिछला पेज',
  next: 'अगला पेज',
  copied: 'कॉपी हो गया',
  copyFailed: 'कॉपी नहीं हो सका',
};
