/** Texts of the exports. */
export const exportsTexts = {
  'exports.title': 'Exports',
  'exports.note':
    'Times are in UTC. One file at a time; the audit log records each with its filter and number of rows.',
  'exports.tables.trades': 'Trades',
  'exports.tables.orders': 'Orders that have ended',
  'exports.tables.accountLog': 'Changes of balances',
  'exports.tables.fees': 'Fees of the venue',
  'exports.tables.venueTransfers': 'Transfers of the venue',
  'exports.tables.users': 'Users, masked',
  'exports.from': 'From',
  'exports.to': 'Before',
  'exports.market': 'ID of the market',
  'exports.user': 'ID of the user',
  'exports.first': 'First sequence',
  'exports.last': 'Last sequence',
  'exports.all': 'Empty fields restrict nothing.',
  'exports.number': 'Enter a whole number.',
  'exports.time': 'Enter date and time.',
  'exports.download': 'Download',
  'exports.running': 'Downloading …',
  'exports.failed': 'The file could not be downloaded completely.',
} as const;
