import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'Borsa, tarayıcınızın yüklediği bir uygulamadır: kendi penceresinde açılır ve her zaman en yeni sürümdür. Hiçbir mağazada uygulamamız yoktur; size bir tane sunan bizden değildir.',
  scan: 'Telefonun kamerasıyla tarayın',
  androidOpen: '{{address}} adresini Chrome, Edge veya Samsung Internet ile açın.',
  androidAdd: 'Tarayıcı menüsünden “Uygulamayı yükle” veya “Ana ekrana ekle” seçeneğini seçin.',
  appleOpen: '{{address}} adresini Safari ile açın.',
  appleAdd: 'Paylaş’a, ardından “Ana Ekrana Ekle” seçeneğine dokunun.',
  here: 'Bu cihazda',
  install: 'Şimdi yükle',
  installed: 'Uygulama bu cihaza yüklendi.',
  browser: 'Adres çubuğunun sonundaki yükleme düğmesini veya tarayıcı menüsünü kullanın.',
  insecure: 'Bu adres güvenli (https) değil; tarayıcılar onu yalnızca sayfa olarak açar, yüklemez.',
  apple: 'iPhone ve iPad',
  code: '{{address}} adresini açan QR kodu',
  atHome:
    'Bu adres yalnızca bu bilgisayarda vardır. Borsayı telefonda denemek için HOST=0.0.0.0 ile başlatın ve bilgisayarın ağınızdaki adresiyle açın.',
};
