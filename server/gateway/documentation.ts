import { randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The API documentation at `/api/docs`, made of the contract alone; its OpenAPI document is at `/api/docs/openapi.json`. */
export async function registerDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bourse',
        description:
          'Every handled answer is HTTP 200 with `code`, `message` and `data`: `code` 1 is success, 0 a refusal with its `error` key and figures, 999 a private call without a live session. Amounts and prices are decimal strings.',
        version: '1',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      },
    },
  });
  // The page of the documentation starts itself with an inline script, which the headers of the exchange's own page forbid.
  const nonce = randomBytes(16).toString('base64');
  await app.register(async (docs) => {
    docs.addHook('onSend', (_request, reply, payload, sent) => {
      void reply.header('content-security-policy', documentationPolicy(nonce));
      sent(null, payload);
    });
    await docs.register(reference, {
      routePrefix: '/api/docs',
      logLevel: 'silent',
      configuration: {
        nonce,
        pageTitle: 'Bourse API',
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

function documentationPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
