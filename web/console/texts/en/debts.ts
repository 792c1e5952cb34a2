/** Texts of the debts of users. */
export const debtsTexts = {
  'debts.title': 'Debts',
  'debts.empty': 'No user has a debt. One arises when a deposit is reversed after its money was used.',
  'debts.one': 'Debt of user {{user}} in {{code}}',
  'debts.user': 'User',
  'debts.openUser': 'Everything about user {{user}}',
  'debts.currency': 'Currency',
  'debts.amount': 'Debt',
  'debts.worth': 'Value (USD)',
  'debts.insurance': 'Insurance',
  'debts.treasury': 'Treasury',
  'debts.settle': 'Pay debt',
  'debts.settleTitle': 'Pay the debt of user {{user}} in {{code}}',
  'debts.settleHint':
    'The exchange bears the loss; the user receives no money, but can withdraw again once no debt is left.',
  'debts.from': 'Paid from',
  'debts.payment': 'Amount',
  'debts.useAll': 'As much as possible',
  'debts.tooPrecise': 'Enter an amount with at most {{decimals}} decimals.',
  'debts.tooMuch': 'This is more than the debt.',
  'debts.tooMuchPaid': 'The account has less than this available.',
} as const;
