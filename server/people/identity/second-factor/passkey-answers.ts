import { conforms } from '@bourse/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import Type from 'typebox';

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]{1,8192}$' });

const Assertion = Type.Object({
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 128 }), Type.Null()])),
  }),
});

const Attestation = Type.Object({
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
  }),
});

/** The data of the browser that the authenticator signs. */
const ClientData = Type.Object({ challenge: Base64Url, origin: Type.String({ maxLength: 512 }) });

/** An authenticator's answer with the challenge and origin that it is for; neither is verified yet. */
export interface Answered<Response> {
  readonly response: Response;
  readonly challenge: string;
  readonly origin: string;
}

/** The answer to a challenge for `proof`; null if it has another form. */
export function readAssertion(json: string): Answered<AuthenticationResponseJSON> | null {
  const value = parse(json);
  if (!conforms(Assertion, value)) return null;
  const { id, rawId, response, type } = value;
  const { authenticatorData, clientDataJSON, signature, userHandle = null } = response;
  const client = readClientData(clientDataJSON);
  if (client === null) return null;
  const given = { clientDataJSON, authenticatorData, signature, ...(userHandle !== null && { userHandle }) };
  return { ...client, response: { id, rawId, type, response: given, clientExtensionResults: {} } };
}

/**
 * The answer to a challenge for `add`; null if it has another form, or carries the certificate of an authenticator's
 * manufacturer. The exchange asks for none, and checking one would fetch addresses that the certificate names.
 */
export function readAttestation(json: string): Answered<RegistrationResponseJSON> | null {
  const value = parse(json);
  if (!conforms(Attestation, value)) return null;
  const { id, rawId, response, type } = value;
  const { attestationObject, clientDataJSON, transports = [] } = response;
  const client = readClientData(clientDataJSON);
  if (client === null || !isWithoutCertificate(attestationObject)) return null;
  const given = { clientDataJSON, attestationObject, transports };
  return { ...client, response: { id, rawId, type, response: given, clientExtensionResults: {} } };
}

function isWithoutCertificate(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

function readClientData(base64Url: string): { challenge: string; origin: string } | null {
  const value = parse(Buffer.from(base64Url, 'base64url').toString('utf8'));
  return conforms(ClientData, value) ? { challenge: value.challenge, origin: value.origin } : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
