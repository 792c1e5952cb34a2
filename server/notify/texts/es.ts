import type { Texts } from './texts.ts';

export const es: Texts = {
  code: {
    register: {
      subject: 'Su código para abrir una cuenta',
      lead: 'Introduzca este código para abrir su cuenta en {{site}}:',
      name: 'registro',
    },
    bind: {
      subject: 'Su código para añadir esta dirección',
      lead: 'Introduzca este código para añadir esta dirección a su cuenta de {{site}}:',
      name: 'nueva dirección',
    },
    security: {
      subject: 'Su código para un cambio de seguridad',
      lead: 'Introduzca este código para confirmar un cambio en la seguridad de su cuenta de {{site}}:',
      name: 'cambio de seguridad',
    },
    withdrawal: {
      subject: 'Su código para un retiro',
      lead: 'Introduzca este código para confirmar el retiro de su cuenta de {{site}}:',
      name: 'retiro',
    },
    login: {
      subject: 'Su código para iniciar sesión',
      lead: 'Introduzca este código para iniciar sesión en {{site}}:',
      name: 'inicio de sesión',
    },
    recovery: {
      subject: 'Su código para una nueva contraseña',
      lead: 'Introduzca este código para establecer una nueva contraseña en {{site}}:',
      name: 'nueva contraseña',
    },
  },
  codeLife: 'Es válido durante {{minutes}} minutos y solo se puede usar una vez.',
  longCode:
    'Es más largo de lo habitual porque se ha solicitado un número inusual de códigos para esta dirección, quizá no por usted. Se puede usar en cualquier dispositivo.',
  codeSecret: 'No lo comparta. Nadie de {{site}} se lo pedirá nunca.',
  unasked: 'Si no lo ha solicitado, puede ignorar este mensaje.',
  unaskedInside:
    'Si no lo ha solicitado, es posible que otra persona esté usando su cuenta: establezca de inmediato una nueva contraseña con «¿Olvidó su contraseña?» en la página de inicio de sesión.',
  codeSms: '{{site}}, {{name}}: {{code}}. Válido durante {{minutes}} minutos. No lo comparta.',
  accountExists: {
    subject: 'Ya tiene una cuenta',
    lead: 'Alguien, quizá usted, ha intentado abrir una cuenta en {{site}} con esta dirección, que ya tiene una.',
    advice:
      'Para iniciar sesión, use su contraseña. Si la ha olvidado, elija «¿Olvidó su contraseña?» en la página de inicio de sesión. Si no ha sido usted, no tiene que hacer nada: no ha cambiado nada.',
    sms: '{{site}}: alguien ha intentado abrir una cuenta con este número, que ya tiene una. Si no ha sido usted, no tiene que hacer nada.',
  },
  addressInUse: {
    subject: 'Su dirección se ha indicado para otra cuenta',
    lead: 'Alguien ha intentado añadir esta dirección a otra cuenta de {{site}}. Pertenece a la suya y seguirá en ella.',
    advice:
      'Una dirección solo puede pertenecer a una cuenta. Si no ha sido usted, no tiene que hacer nada: no ha cambiado nada.',
    sms: '{{site}}: alguien ha intentado añadir este número a otra cuenta. Pertenece a la suya y seguirá en ella. Si no ha sido usted, no tiene que hacer nada.',
  },
  newDevice: {
    subject: 'Inicio de sesión desde un dispositivo nuevo',
    lead: 'Alguien ha iniciado sesión en su cuenta de {{site}} desde un dispositivo desconocido hasta ahora.',
    advice:
      'Si ha sido usted, no tiene que hacer nada. Si no, establezca de inmediato una nueva contraseña con «¿Olvidó su contraseña?» en la página de inicio de sesión: así se cierra la sesión en todos los dispositivos. Después, póngase en contacto con nuestro servicio de asistencia.',
    sms: '{{site}}: inicio de sesión desde un dispositivo nuevo ({{device}}, {{address}}), {{time}}. ¿No ha sido usted? Establezca de inmediato una nueva contraseña.',
  },
  passwordChanged: {
    subject: 'Su contraseña ha cambiado',
    lead: 'La contraseña de su cuenta de {{site}} ha cambiado. Se ha cerrado la sesión en todos los demás dispositivos.',
    advice:
      'Si ha sido usted, no tiene que hacer nada. Si no, establezca de inmediato una nueva contraseña con «¿Olvidó su contraseña?» en la página de inicio de sesión y póngase en contacto con nuestro servicio de asistencia.',
    sms: '{{site}}: su contraseña ha cambiado, {{time}}. ¿No ha sido usted? Establezca de inmediato una nueva y contacte con nuestra asistencia.',
  },
  device: 'Dispositivo',
  unknownDevice: 'Desconocido',
  address: 'Dirección de red',
  time: 'Hora',
  automatic: 'Este mensaje se ha enviado automáticamente. Las respuestas no se leen.',
};
