import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Yükleniyor',
  retry: 'Yeniden dene',
  close: 'Kapat',
  sessionEnded: 'Oturumun süresi doldu, lütfen yeniden giriş yapın',
  serverError: 'Sunucu hatası, lütfen daha sonra yeniden deneyin',
  stale: 'Veriler gecikmeli',
  closed: 'İşlemler durduruldu',
  loadFailed: 'Bu içerik yüklenemedi.',
  page: 'Sayfa {{page}} / {{pages}}',
  previous: 'Önceki sayfa',
  next: 'Sonraki sayfa',
  copied: 'Kopyalandı',
  copyFailed: 'Kopyalanamadı',
};
