import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: '键盘快捷键',
  keysUse: '启用单键快捷键',
  keysHint: '输入文字时快捷键不起作用。如果您使用语音输入或容易误按，请将其关闭。',
  keySearch: '搜索交易对',
  keyMove: '在列表中上下移动',
  keyOpen: '在列表中打开交易对',
  keyLeave: '退出搜索，关闭窗口',
  keyBuy: '买入表单',
  keySell: '卖出表单',
  keyStep: '在价格或数量中：调整一档，按住 Shift 为十档',
  keyPeriod: 'K 线周期',
  keyLine: '分时图',
  keyCancelAll: '撤销全部委托',
  keyDelete: '删除所选绘图',
  keyHelp: '显示此列表',
  // The connection
};
