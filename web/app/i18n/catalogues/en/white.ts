export const white = {
  lead: 'How the exchange decides, remembers and settles, and what it promises to whom.',
  open: 'Open the PDF',
  download: 'Download',
  kind: 'PDF, in English',
  noEmbed: 'This browser does not show PDF files inside a page. Open the file to read it.',
  frame: 'White paper of this exchange',
} as const;
