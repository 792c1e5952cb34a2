/** The names under which the numbers of attachments and of payments are kept as causes. */
export const attachmentSource = 'attachment';
export const commissionSource = 'commission';
