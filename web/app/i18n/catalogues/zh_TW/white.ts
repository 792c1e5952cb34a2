import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: '交易所如何決策、記錄與結算，以及它向誰承諾了什麼。',
  open: '開啟 PDF',
  download: '下載',
  kind: 'PDF，英文',
  noEmbed: '此瀏覽器無法在頁面內顯示 PDF 檔案，請開啟檔案閱讀。',
  frame: '本交易所白皮書',
};
