import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: '本交易所是由浏览器安装的应用：在独立窗口中打开，始终是最新版本。任何应用商店中都没有我们的应用，凡向您提供者均与本站无关。',
  scan: '用手机相机扫码',
  androidOpen: '用 Chrome、Edge 或三星浏览器打开 {{address}}。',
  androidAdd: '在浏览器菜单中选择“安装应用”或“添加到主屏幕”。',
  appleOpen: '用 Safari 打开 {{address}}。',
  appleAdd: '点按“分享”，再选择“添加到主屏幕”。',
  here: '在此设备上',
  install: '立即安装',
  installed: '应用已安装在此设备上。',
  browser: '使用地址栏末端的安装按钮，或浏览器菜单。',
  insecure: '此地址不是安全地址（https），浏览器只会将其作为网页打开，无法安装。',
  apple: 'iPhone 与 iPad',
  code: '打开 {{address}} 的二维码',
  atHome: '此地址仅在本机有效。如需在手机上试用，请以 HOST=0.0.0.0 启动，并使用本机在局域网中的地址打开。',
};
