import helmet from '@fastify/helmet';
import fastify from 'fastify';

/**
 * The security headers of every answer that a browser may show. They are constant, so they are computed once instead of
 * for each request.
 */
export async function securityHeaders(secure: boolean): Promise<Readonly<Record<string, string>>> {
  const probe = fastify();
  await probe.register(helmet, headerOptions(secure));
  probe.get('/', (_request, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const perAnswer = new Set(['connection', 'content-length', 'content-type', 'date']);
  const given = Object.entries(headers).flatMap<readonly [string, string]>(([name, value]) =>
    perAnswer.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const unused = unusedFeatures.map((name) => `${name}=()`).join(', ');
  return Object.fromEntries<string>([...given, ['permissions-policy', unused]]);
}

/** Browser features that no page uses, disabled so that injected content cannot use them either. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];

/** The security headers for data: browsers must not sniff another type, frame it, or fetch it without TLS. */
export function headersOfData(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const concerning = new Set(['x-content-type-options', 'x-frame-options', 'strict-transport-security']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => concerning.has(name)));
}

function headerOptions(secure: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Sizes and colours set by script are not restricted by this.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Includes the socket, which has the origin of the page.
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        // The white paper is framed by its page; all other files refuse to be framed.
        frameSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    // Browsers ignore these two headers over plain HTTP on a local network and warn on every page.
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
  };
}
