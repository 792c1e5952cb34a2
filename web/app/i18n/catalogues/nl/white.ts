import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Hoe de beurs beslist, onthoudt en afrekent, en wat ze aan wie belooft.',
  open: 'PDF openen',
  download: 'Downloaden',
  kind: 'PDF, in het Engels',
  noEmbed: 'Deze browser toont geen PDF-bestanden binnen een pagina. Open het bestand om het te lezen.',
  frame: 'Whitepaper van deze beurs',
};
