import { type OperatorRole, operatorRoles } from '@bourse/contract';
import { inTransaction } from '../../../ground/database/index.ts';
import type { Secrets } from '../../../ground/secrets/index.ts';
import { AuditLog, headText, parseHead, verifyAuditLog } from '../audit/index.ts';
import { StaffRegister } from './staff-register.ts';
import { enrolmentLink } from './staff-routes.ts';
import { StaffSecrets } from './staff-secrets.ts';
import type { AuditEntry } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface OperatorCommandParts extends With<'db' | 'now'> {
  /** Reads the secrets of the exchange. */
  readonly secrets: () => Promise<Secrets | Uint8Array>;
  /** The origin of the console. */
  readonly origin: string;
}

const usage = [
  `npm run operator -- create EMAIL [${operatorRoles.join('|')} …]`,
  'npm run operator -- reset EMAIL',
  'npm run operator -- verify [HEAD]',
].join('\n');

/**
 * Carries out `npm run operator`. `create` adds a member of staff, by default an administrator, and `reset` takes the
 * access of one away who lost their device; both return a link that works once within 30 minutes. `verify` checks the
 * audit log, also against a head that was mailed or shown earlier.
 *
 * @throws Error with a printable sentence, or with the usage
 */
export async function operatorCommand(
  [action, ...words]: readonly string[],
  parts: OperatorCommandParts,
): Promise<string> {
  if (action === 'create') return create(words, parts);
  if (action === 'reset') return reset(words, parts);
  if (action === 'verify') return verify(words, parts);
  throw new Error(usage);
}

async function create([email = '', ...named]: readonly string[], parts: OperatorCommandParts): Promise<string> {
  const { db, now, origin } = parts;
  const roles = named.length === 0 ? (['admin'] as const) : named.map(roleOf);
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email) || email.length > 254) throw new Error(usage);
  const register = await openRegister(parts);
  return inTransaction(db, async (transaction) => {
    if ((await register.findByEmail(transaction, email)) !== null) {
      throw new Error(`${email} belongs to the staff already. After a lost device: npm run operator -- reset ${email}`);
    }
    const name = email.split('@', 1)[0] ?? email;
    const invited = await register.create(transaction, { email, name, roles }, now());
    if (invited === null) throw new Error('All 999 numbers of staff are in use.');
    const { id, token } = invited;
    await new AuditLog(db, now).write(transaction, entryOf('operator create', id, null, { email, roles }));
    return `${email} sets up access (${roles.join(', ')}) within 30 minutes at\n${enrolmentLink(origin, token)}`;
  });
}

async function reset([email = '', ...more]: readonly string[], parts: OperatorCommandParts): Promise<string> {
  const { db, now, origin } = parts;
  if (email === '' || more.length > 0) throw new Error(usage);
  const register = await openRegister(parts);
  return inTransaction(db, async (transaction) => {
    const person = await register.findByEmail(transaction, email);
    if (person === null) throw new Error(`There is no member of staff ${email}.`);
    const { id, token } = await register.reset(transaction, person.id, now());
    const change = [{ state: person.state }, { state: 'invited' }] as const;
    await new AuditLog(db, now).write(transaction, entryOf('operator reset', id, ...change));
    return `${email} sets up access again within 30 minutes at\n${enrolmentLink(origin, token)}`;
  });
}

async function verify([known, ...more]: readonly string[], { db }: OperatorCommandParts): Promise<string> {
  const expected = known === undefined ? null : parseHead(known);
  if (more.length > 0 || (known !== undefined && expected === null)) throw new Error(usage);
  const { rows, head, firstBroken } = await verifyAuditLog(db, expected);
  if (firstBroken !== null)
    throw new Error(`The audit log was changed: row ${firstBroken.id} (${firstBroken.problem}).`);
  return head === null
    ? 'The audit log is empty.'
    : `The audit log is unchanged: ${rows} ${rows === 1 ? 'row' : 'rows'}, head ${headText(head)}`;
}

async function openRegister({ secrets }: OperatorCommandParts): Promise<StaffRegister> {
  return new StaffRegister(new StaffSecrets(await secrets()));
}

function roleOf(word: string): OperatorRole {
  const role = operatorRoles.find((name) => name === word);
  if (role !== undefined) return role;
  throw new Error(`There is no role ${JSON.stringify(word)}; there are ${operatorRoles.join(', ')}.`);
}

/** A row of the audit log for a command that is run on the machine, which names no member of staff. */
function entryOf(action: string, staff: number, before: unknown, after: unknown): AuditEntry {
  return {
    kind: 'change',
    staff: null,
    roles: [],
    action,
    subject: { kind: 'staff', id: String(staff) },
    before,
    after,
    reasonCode: null,
    reason: null,
    sequence: null,
    approval: null,
    intent: null,
    network: null,
    requestId: null,
  };
}
