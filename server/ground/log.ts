import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that contain secrets, wherever they appear in a log line. */
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

/** Fields in which database errors contain the affected row or values. */
const errorValueFields: ReadonlySet<string> = new Set(['detail', 'where', 'parameters']);

const leftOut = '[Redacted]';

/** Max depth of nested values in a log line. */
const maxDepth = 12;

/**
 * The log: JSON lines without secrets. No log statement includes a secret on purpose; the filter protects against later
 * mistakes, and against errors, which contain data down to the innermost cause.
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  // `shown` serializes errors; pino's own serializer would include all fields of their causes.
  const serializers = { err: (fault: unknown) => fault };
  return pino({ level, serializers, formatters: { log: withoutSecrets } }, destination);
}

function withoutSecrets(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return fieldsOf(fields, []);
}

/** The value as it is logged; `within` are the objects that contain it. */
function shown(value: unknown, within: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (within.includes(value)) return '[Circular]';
  if (within.length >= maxDepth) return '[Deeper]';
  if (value instanceof Error) return errorFields(value, within);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const around = [...within, value];
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, (item) => shown(item, around));
  const fields = value instanceof Map ? Object.fromEntries(value as ReadonlyMap<string, unknown>) : value;
  return fieldsOf(fields, within);
}

/** An error with its causes and aggregated errors, each with type, message and stack. */
function errorFields(fault: Error, within: readonly object[]): Record<string, unknown> {
  const { message, name, stack } = fault;
  const around = [...within, fault];
  const causes = 'cause' in fault ? { cause: shown(fault.cause, around) } : {};
  const parts = fault instanceof AggregateError ? { errors: shown(fault.errors, around) } : {};
  return { type: name, message, stack, ...fieldsOf(fault, within), ...causes, ...parts };
}

function fieldsOf(value: object, within: readonly object[]): Record<string, unknown> {
  const around = [...within, value];
  const inError = around.some((each) => each instanceof Error);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      secrets.has(name.toLowerCase()) || (inError && errorValueFields.has(name)) ? leftOut : shown(field, around),
    ]),
  );
}
