import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Asks the browser to prove a passkey; rejects when the user or the browser declines. */
export async function promptForProof(options: string): Promise<string> {
  const optionsJSON: unknown = JSON.parse(options);
  if (!isRequest(optionsJSON)) throw new Error('The options for a passkey have an unexpected format.');
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** Asks the browser to make a passkey. */
export async function promptForNew(options: string): Promise<string> {
  const optionsJSON: unknown = JSON.parse(options);
  if (!isCreation(optionsJSON)) throw new Error('The options for a passkey have an unexpected format.');
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

function isRequest(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return typeof value === 'object' && value !== null && 'challenge' in value;
}

function isCreation(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return isRequest(value) && 'user' in value;
}
