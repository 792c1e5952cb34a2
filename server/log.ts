import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that hold what nobody but its owner may know, wherever somebody might put them into a line. */
const secrets: ReadonlySet<string> = new Set([
  'password',
  're_password',
  'old_password',
  'new_password',
  'secondary_password',
  'sms_code',
  'auth_code',
  'code_hash',
  'password_hash',
  'token',
  'token_hash',
  'authorization',
  'cookie',
  'secret',
  'connectionstring',
]);

/** A fault of the database shows in these the row or the values that it is about. */
const valuesOfFaults: ReadonlySet<string> = new Set(['detail', 'where', 'parameters']);

const leftOut = '[Redacted]';

/** What lies deeper than this within a line tells nobody anything. */
const deepest = 12;

/**
 * The log: JSON lines in which secrets are left out. Nothing that is logged names one; this is for what is added later,
 * and for faults, which carry along what they are about, as deep as one may be the cause of another.
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  // A fault is taken apart below, and not by the library, which would write whatever its causes carry.
  const serializers = { err: (fault: unknown) => fault };
  return pino({ level, serializers, formatters: { log: withoutSecrets } }, destination);
}

function withoutSecrets(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return fieldsOf(fields, []);
}

/** The same value as it may be written; `within` are the objects that it is a part of. */
function shown(value: unknown, within: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (within.includes(value)) return '[Circular]';
  if (within.length >= deepest) return '[Deeper]';
  if (value instanceof Error) return faultShown(value, within);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const around = [...within, value];
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, (item) => shown(item, around));
  const fields = value instanceof Map ? Object.fromEntries(value as ReadonlyMap<string, unknown>) : value;
  return fieldsOf(fields, within);
}

/** A fault with its causes and with the faults that it is made of, each as far as it says something of itself. */
function faultShown(fault: Error, within: readonly object[]): Record<string, unknown> {
  const { message, name, stack } = fault;
  const around = [...within, fault];
  const causes = 'cause' in fault ? { cause: shown(fault.cause, around) } : {};
  const parts = fault instanceof AggregateError ? { errors: shown(fault.errors, around) } : {};
  return { type: name, message, stack, ...fieldsOf(fault, within), ...causes, ...parts };
}

function fieldsOf(value: object, within: readonly object[]): Record<string, unknown> {
  const around = [...within, value];
  const ofFault = around.some((each) => each instanceof Error);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      secrets.has(name.toLowerCase()) || (ofFault && valuesOfFaults.has(name)) ? leftOut : shown(field, around),
    ]),
  );
}
