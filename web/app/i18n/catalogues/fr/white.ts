import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Comment la plateforme décide, se souvient et règle, et ce qu’elle promet à qui.',
  open: 'Ouvrir le PDF',
  download: 'Télécharger',
  kind: 'PDF, en anglais',
  noEmbed: 'Ce navigateur n’affiche pas les fichiers PDF dans une page. Ouvrez le fichier pour le lire.',
  frame: 'Livre blanc de cette plateforme',
};
