import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: '本交易所是由瀏覽器安裝的應用程式：在獨立視窗中開啟，始終是最新版本。任何應用程式商店中都沒有我們的應用程式，凡向您提供者均與本站無關。',
  scan: '用手機相機掃描',
  androidOpen: '用 Chrome、Edge 或三星瀏覽器開啟 {{address}}。',
  androidAdd: '在瀏覽器選單中選擇「安裝應用程式」或「加到主畫面」。',
  appleOpen: '用 Safari 開啟 {{address}}。',
  appleAdd: '點一下「分享」，再選擇「加入主畫面」。',
  here: '在此裝置上',
  install: '立即安裝',
  installed: '應用程式已安裝在此裝置上。',
  browser: '使用網址列末端的安裝按鈕，或瀏覽器選單。',
  insecure: '此網址不是安全網址（https），瀏覽器只會將其作為網頁開啟，無法安裝。',
  apple: 'iPhone 與 iPad',
  code: '開啟 {{address}} 的 QR 碼',
  atHome: '此網址僅在本機有效。如需在手機上試用，請以 HOST=0.0.0.0 啟動，並使用本機在區域網路中的位址開啟。',
};
