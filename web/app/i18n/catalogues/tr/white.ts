import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Borsanın nasıl karar verdiği, kaydettiği, takas ettiği ve kime ne söz verdiği.',
  open: 'PDF dosyasını aç',
  download: 'İndir',
  kind: 'PDF, İngilizce',
  noEmbed: 'Bu tarayıcı PDF dosyalarını sayfa içinde göstermiyor. Okumak için dosyayı açın.',
  frame: 'Bu borsanın whitepaper belgesi',
};
