export const screen = {
  // The keys
  keys: 'Keyboard shortcuts',
  keysUse: 'Use single keys',
  keysHint:
    'Keys do nothing by themselves while you type. Turn them off if you speak to your computer or press keys by mistake.',
  keySearch: 'Search a market',
  keyMove: 'In the list: up and down',
  keyOpen: 'In the list: open the market',
  keyLeave: 'Leave the search, close what is open',
  keyBuy: 'Buy form',
  keySell: 'Sell form',
  keyStep: 'In a price or amount: one step, ten with Shift',
  keyPeriod: 'Chart period',
  keyLine: 'Line chart',
  keyCancelAll: 'Cancel all orders',
  keyDelete: 'Delete the selected drawing',
  keyHelp: 'This list',
  // The connection
} as const;
