import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: '交易所如何决策、记录和结算，以及它向谁承诺了什么。',
  open: '打开 PDF',
  download: '下载',
  kind: 'PDF，英文',
  noEmbed: '此浏览器无法在页面内显示 PDF 文件，请打开文件阅读。',
  frame: '本交易所白皮书',
};
