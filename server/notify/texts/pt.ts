import type { Texts } from './texts.ts';

export const pt: Texts = {
  code: {
    register: {
      subject: 'Seu código para abrir uma conta',
      lead: 'Digite este código para abrir sua conta na {{site}}:',
      name: 'cadastro',
    },
    bind: {
      subject: 'Seu código para adicionar este contato',
      lead: 'Digite este código para adicionar este contato à sua conta {{site}}:',
      name: 'novo contato',
    },
    security: {
      subject: 'Seu código para uma alteração de segurança',
      lead: 'Digite este código para confirmar uma alteração na segurança da sua conta {{site}}:',
      name: 'alteração de segurança',
    },
    withdrawal: {
      subject: 'Seu código para um saque',
      lead: 'Digite este código para confirmar o saque da sua conta {{site}}:',
      name: 'saque',
    },
    login: {
      subject: 'Seu código para entrar',
      lead: 'Digite este código para entrar na {{site}}:',
      name: 'entrada na conta',
    },
    recovery: {
      subject: 'Seu código para uma nova senha',
      lead: 'Digite este código para definir uma nova senha na {{site}}:',
      name: 'nova senha',
    },
  },
  codeLife: 'Ele vale por {{minutes}} minutos e só pode ser usado uma vez.',
  longCode:
    'Ele é mais longo do que o normal porque foi pedido um número incomum de códigos para este endereço, talvez não por você. Pode ser usado em qualquer dispositivo.',
  codeSecret: 'Não o repasse. Ninguém da {{site}} jamais pedirá este código a você.',
  unasked: 'Se você não pediu este código, pode ignorar esta mensagem.',
  unaskedInside:
    'Se você não pediu este código, outra pessoa pode estar usando sua conta: defina imediatamente uma nova senha em “Esqueci a senha” na página de entrada.',
  codeSms: '{{site}}, {{name}}: {{code}}. Válido por {{minutes}} minutos. Não o repasse.',
  accountExists: {
    subject: 'Você já tem uma conta',
    lead: 'Alguém, talvez você, tentou abrir uma conta na {{site}} com este endereço, que já tem uma.',
    advice:
      'Para entrar, use sua senha. Se você a esqueceu, escolha “Esqueci a senha” na página de entrada. Se não foi você, não precisa fazer nada: nada mudou.',
    sms: '{{site}}: alguém tentou abrir uma conta com este número, que já tem uma. Se não foi você, não precisa fazer nada.',
  },
  addressInUse: {
    subject: 'Seu contato foi informado em outra conta',
    lead: 'Alguém tentou adicionar este contato a outra conta {{site}}. Ele pertence à sua e continua nela.',
    advice: 'Um contato só pode pertencer a uma conta. Se não foi você, não precisa fazer nada: nada mudou.',
    sms: '{{site}}: alguém tentou adicionar este número a outra conta. Ele pertence à sua e continua nela. Se não foi você, não precisa fazer nada.',
  },
  newDevice: {
    subject: 'Entrada por um novo dispositivo',
    lead: 'Alguém entrou na sua conta {{site}} por um dispositivo até agora desconhecido.',
    advice:
      'Se foi você, não precisa fazer nada. Se não foi, defina imediatamente uma nova senha em “Esqueci a senha” na página de entrada: isso desconecta todos os dispositivos. Depois, fale com o nosso suporte.',
    sms: '{{site}}: entrada por um novo dispositivo ({{device}}, {{address}}), {{time}}. Não foi você? Defina imediatamente uma nova senha.',
  },
  passwordChanged: {
    subject: 'Sua senha foi alterada',
    lead: 'A senha da sua conta {{site}} foi alterada. Todos os outros dispositivos foram desconectados.',
    advice:
      'Se foi você, não precisa fazer nada. Se não foi, defina imediatamente uma nova senha em “Esqueci a senha” na página de entrada e fale com o nosso suporte.',
    sms: '{{site}}: sua senha foi alterada, {{time}}. Não foi você? Defina imediatamente uma nova e fale com o nosso suporte.',
  },
  device: 'Dispositivo',
  unknownDevice: 'Desconhecido',
  address: 'Endereço de rede',
  time: 'Horário',
  automatic: 'Esta mensagem foi enviada automaticamente. As respostas não são lidas.',
};
