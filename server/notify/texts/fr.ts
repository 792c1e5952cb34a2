import type { Texts } from './texts.ts';

export const fr: Texts = {
  code: {
    register: {
      subject: 'Votre code pour ouvrir un compte',
      lead: 'Saisissez ce code pour ouvrir votre compte sur {{site}} :',
      name: 'inscription',
    },
    bind: {
      subject: 'Votre code pour ajouter cette adresse',
      lead: 'Saisissez ce code pour ajouter cette adresse à votre compte {{site}} :',
      name: 'nouvelle adresse',
    },
    security: {
      subject: 'Votre code pour une modification de sécurité',
      lead: 'Saisissez ce code pour confirmer une modification de la sécurité de votre compte {{site}} :',
      name: 'modification de sécurité',
    },
    withdrawal: {
      subject: 'Votre code pour un retrait',
      lead: 'Saisissez ce code pour confirmer le retrait de votre compte {{site}} :',
      name: 'retrait',
    },
    login: {
      subject: 'Votre code de connexion',
      lead: 'Saisissez ce code pour vous connecter à {{site}} :',
      name: 'connexion',
    },
    recovery: {
      subject: 'Votre code pour un nouveau mot de passe',
      lead: 'Saisissez ce code pour définir un nouveau mot de passe sur {{site}} :',
      name: 'nouveau mot de passe',
    },
  },
  codeLife: 'Il est valable {{minutes}} minutes et ne peut être utilisé qu’une fois.',
  longCode:
    'Il est plus long que d’habitude, car un nombre inhabituel de codes a été demandé pour cette adresse, peut-être pas par vous. Il peut être utilisé sur n’importe quel appareil.',
  codeSecret: 'Ne le communiquez à personne. Personne chez {{site}} ne vous le demandera jamais.',
  unasked: 'Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
  unaskedInside:
    'Si vous ne l’avez pas demandé, quelqu’un d’autre utilise peut-être votre compte : définissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » sur la page de connexion.',
  codeSms: '{{site}}, {{name}} : {{code}}. Valable {{minutes}} minutes. Ne le communiquez à personne.',
  accountExists: {
    subject: 'Vous avez déjà un compte',
    lead: 'Quelqu’un, peut-être vous, a essayé d’ouvrir un compte sur {{site}} avec cette adresse, qui en a déjà un.',
    advice:
      'Pour vous connecter, utilisez votre mot de passe. Si vous l’avez oublié, choisissez « Mot de passe oublié » sur la page de connexion. Si ce n’était pas vous, vous n’avez rien à faire : rien n’a changé.',
    sms: '{{site}} : quelqu’un a essayé d’ouvrir un compte avec ce numéro, qui en a déjà un. Si ce n’était pas vous, vous n’avez rien à faire.',
  },
  addressInUse: {
    subject: 'Votre adresse a été indiquée pour un autre compte',
    lead: 'Quelqu’un a essayé d’ajouter cette adresse à un autre compte {{site}}. Elle appartient au vôtre et y reste.',
    advice:
      'Une adresse ne peut appartenir qu’à un seul compte. Si ce n’était pas vous, vous n’avez rien à faire : rien n’a changé.',
    sms: '{{site}} : quelqu’un a essayé d’ajouter ce numéro à un autre compte. Il appartient au vôtre et y reste. Si ce n’était pas vous, vous n’avez rien à faire.',
  },
  newDevice: {
    subject: 'Connexion depuis un nouvel appareil',
    lead: 'Quelqu’un s’est connecté à votre compte {{site}} depuis un appareil inconnu jusqu’ici.',
    advice:
      'Si c’était vous, vous n’avez rien à faire. Sinon, définissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » sur la page de connexion : tous les appareils seront déconnectés. Contactez ensuite notre service client.',
    sms: '{{site}} : connexion depuis un nouvel appareil ({{device}}, {{address}}), {{time}}. Ce n’était pas vous ? Définissez immédiatement un nouveau mot de passe.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    lead: 'Le mot de passe de votre compte {{site}} a été modifié. Tous les autres appareils ont été déconnectés.',
    advice:
      'Si c’était vous, vous n’avez rien à faire. Sinon, définissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » sur la page de connexion et contactez notre service client.',
    sms: '{{site}} : votre mot de passe a été modifié, {{time}}. Ce n’était pas vous ? Définissez-en un nouveau immédiatement et contactez notre service client.',
  },
  device: 'Appareil',
  unknownDevice: 'Inconnu',
  address: 'Adresse réseau',
  time: 'Heure',
  automatic: 'Ce message a été envoyé automatiquement. Les réponses ne sont pas lues.',
};
