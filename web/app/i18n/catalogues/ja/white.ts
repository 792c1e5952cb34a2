import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: '取引所がどのように判断し、記録し、決済するか、そして誰に何を約束するか。',
  open: 'PDF を開く',
  download: 'ダウンロード',
  kind: 'PDF（英語）',
  noEmbed: 'このブラウザーはページ内で PDF を表示できません。ファイルを開いてお読みください。',
  frame: '当取引所のホワイトペーパー',
};
