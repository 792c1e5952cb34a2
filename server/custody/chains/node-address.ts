/** An address of a node, whose login is sent in a header: `fetch` refuses addresses with one. */
export interface NodeAddress {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** User and password in the form of a header; null without both. */
  readonly authorization: string | null;
  /** Every part that could be a key of the node's operator. */
  readonly secrets: readonly string[];
}

/** Shorter parts, such as `v3`, are no keys, and hiding them would make messages unreadable. */
const minSecret = 8;

export function nodeAddress(address: string): NodeAddress {
  const url = new URL(address);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  const parts = [
    url.username,
    url.password,
    user,
    password,
    login,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
  ];
  url.username = '';
  url.password = '';
  const authorization = user === '' && password === '' ? null : `Basic ${login}`;
  return { url: url.href, user, password, authorization, secrets: parts.filter((part) => part.length >= minSecret) };
}

/** A message of a node without the secrets of its address, which some nodes repeat. */
export function hidden(message: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message);
}
