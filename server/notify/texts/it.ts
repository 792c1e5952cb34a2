import type { Texts } from './texts.ts';

export const it: Texts = {
  code: {
    register: {
      subject: 'Il tuo codice per aprire un account',
      lead: 'Inserisci questo codice per aprire il tuo account su {{site}}:',
      name: 'registrazione',
    },
    bind: {
      subject: 'Il tuo codice per aggiungere questo indirizzo',
      lead: 'Inserisci questo codice per aggiungere questo indirizzo al tuo account {{site}}:',
      name: 'nuovo indirizzo',
    },
    security: {
      subject: 'Il tuo codice per una modifica di sicurezza',
      lead: 'Inserisci questo codice per confermare una modifica alla sicurezza del tuo account {{site}}:',
      name: 'modifica di sicurezza',
    },
    withdrawal: {
      subject: 'Il tuo codice per un prelievo',
      lead: 'Inserisci questo codice per confermare il prelievo dal tuo account {{site}}:',
      name: 'prelievo',
    },
    login: {
      subject: 'Il tuo codice di accesso',
      lead: 'Inserisci questo codice per accedere a {{site}}:',
      name: 'accesso',
    },
    recovery: {
      subject: 'Il tuo codice per una nuova password',
      lead: 'Inserisci questo codice per impostare una nuova password su {{site}}:',
      name: 'nuova password',
    },
  },
  codeLife: 'È valido per {{minutes}} minuti e si può usare una sola volta.',
  longCode:
    'È più lungo del solito perché per questo indirizzo è stato richiesto un numero insolito di codici, forse non da te. Si può usare su qualsiasi dispositivo.',
  codeSecret: 'Non comunicarlo a nessuno. Nessuno di {{site}} te lo chiederà mai.',
  unasked: 'Se non l’hai richiesto tu, puoi ignorare questo messaggio.',
  unaskedInside:
    'Se non l’hai richiesto tu, qualcun altro potrebbe usare il tuo account: imposta subito una nuova password con “Password dimenticata” nella pagina di accesso.',
  codeSms: '{{site}}, {{name}}: {{code}}. Valido {{minutes}} minuti. Non comunicarlo a nessuno.',
  accountExists: {
    subject: 'Hai già un account',
    lead: 'Qualcuno, forse tu, ha provato ad aprire un account su {{site}} con questo indirizzo, che ne ha già uno.',
    advice:
      'Per accedere usa la tua password. Se l’hai dimenticata, scegli “Password dimenticata” nella pagina di accesso. Se non sei stato tu, non devi fare nulla: non è cambiato niente.',
    sms: '{{site}}: qualcuno ha provato ad aprire un account con questo numero, che ne ha già uno. Se non sei stato tu, non devi fare nulla.',
  },
  addressInUse: {
    subject: 'Il tuo indirizzo è stato indicato per un altro account',
    lead: 'Qualcuno ha provato ad aggiungere questo indirizzo a un altro account {{site}}. Appartiene al tuo e vi rimane.',
    advice:
      'Un indirizzo può appartenere a un solo account. Se non sei stato tu, non devi fare nulla: non è cambiato niente.',
    sms: '{{site}}: qualcuno ha provato ad aggiungere questo numero a un altro account. Appartiene al tuo e vi rimane. Se non sei stato tu, non devi fare nulla.',
  },
  newDevice: {
    subject: 'Accesso da un nuovo dispositivo',
    lead: 'Qualcuno ha effettuato l’accesso al tuo account {{site}} da un dispositivo finora sconosciuto.',
    advice:
      'Se sei stato tu, non devi fare nulla. Altrimenti imposta subito una nuova password con “Password dimenticata” nella pagina di accesso: tutti i dispositivi verranno disconnessi. Poi contatta la nostra assistenza.',
    sms: '{{site}}: accesso da un nuovo dispositivo ({{device}}, {{address}}), {{time}}. Non sei tu? Imposta subito una nuova password.',
  },
  passwordChanged: {
    subject: 'La tua password è stata cambiata',
    lead: 'La password del tuo account {{site}} è stata cambiata. Tutti gli altri dispositivi sono stati disconnessi.',
    advice:
      'Se sei stato tu, non devi fare nulla. Altrimenti imposta subito una nuova password con “Password dimenticata” nella pagina di accesso e contatta la nostra assistenza.',
    sms: '{{site}}: la tua password è stata cambiata, {{time}}. Non sei stato tu? Impostane subito una nuova e contatta la nostra assistenza.',
  },
  device: 'Dispositivo',
  unknownDevice: 'Sconosciuto',
  address: 'Indirizzo di rete',
  time: 'Ora',
  automatic: 'Questo messaggio è stato inviato automaticamente. Le risposte non vengono lette.',
};
