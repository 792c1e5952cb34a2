import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'L’exchange è un’app che si installa dal browser: si apre in una finestra propria ed è sempre aggiornata. Non è presente in alcuno store; chi te ne offre una non fa parte di questo sito.',
  scan: 'Inquadra con la fotocamera del telefono',
  androidOpen: 'Apri {{address}} in Chrome, Edge o Samsung Internet.',
  androidAdd: 'Scegli “Installa app” o “Aggiungi a schermata Home” nel menu del browser.',
  appleOpen: 'Apri {{address}} in Safari.',
  appleAdd: 'Tocca Condividi, poi “Aggiungi alla schermata Home”.',
  here: 'Su questo dispositivo',
  install: 'Installa ora',
  installed: 'L’app è installata su questo dispositivo.',
  browser: 'Usa il pulsante di installazione alla fine della barra degli indirizzi o il menu del browser.',
  insecure: 'Questo indirizzo non è sicuro (https): i browser lo aprono solo come pagina e non lo installano.',
  apple: 'iPhone e iPad',
  code: 'Codice QR che apre {{address}}',
  atHome:
    'Questo indirizzo esiste solo su questo computer. Per provare l’exchange su un telefono, avvialo con HOST=0.0.0.0 e aprilo con l’indirizzo del computer nella tua rete.',
};
