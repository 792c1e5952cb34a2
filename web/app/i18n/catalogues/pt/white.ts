import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Como a corretora decide, registra e liquida, e o que promete a quem.',
  open: 'Abrir o PDF',
  download: 'Baixar',
  kind: 'PDF, em inglês',
  noEmbed: 'Este navegador não mostra arquivos PDF dentro de uma página. Abra o arquivo para ler.',
  frame: 'White paper desta corretora',
};
