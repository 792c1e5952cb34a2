import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'Die Börse ist eine App, die Ihr Browser installiert: Sie öffnet sich in einem eigenen Fenster und ist immer die neueste Version. In einem Store gibt es keine; wer Ihnen eine anbietet, gehört nicht zu uns.',
  scan: 'Mit der Kamera des Telefons scannen',
  androidOpen: 'Öffnen Sie {{address}} in Chrome, Edge oder Samsung Internet.',
  androidAdd: 'Wählen Sie im Menü des Browsers „App installieren“ oder „Zum Startbildschirm hinzufügen“.',
  appleOpen: 'Öffnen Sie {{address}} in Safari.',
  appleAdd: 'Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“.',
  here: 'Auf diesem Gerät',
  install: 'Jetzt installieren',
  installed: 'Die App ist auf diesem Gerät installiert.',
  browser: 'Nutzen Sie die Schaltfläche zum Installieren am Ende der Adresszeile oder das Menü des Browsers.',
  insecure:
    'Diese Adresse ist nicht sicher (https). Browser öffnen sie deshalb nur als Seite und installieren sie nicht.',
  apple: 'iPhone und iPad',
  code: 'QR-Code, der {{address}} öffnet',
  atHome:
    'Diese Adresse gibt es nur auf diesem Rechner. Um die Börse auf einem Telefon zu probieren, starten Sie sie mit HOST=0.0.0.0 und öffnen Sie sie unter der Adresse des Rechners in Ihrem Netz.',
};
