import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that hold what nobody but its owner may know, wherever somebody might put them into a line. */
const secrets = [
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
  'authorization',
  'headers.authorization',
] as const;

/** A fault of the database shows in these the row or the values that it is about. */
const valuesOfFaults = ['detail', 'where', 'parameters'] as const;

/**
 * The log: JSON lines in which secrets are left out. Nothing that is logged names one; this is for what is added later, and for faults, which carry
 * along what they are about.
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  const paths = [
    ...secrets.flatMap((name) => [name, `*.${name}`]),
    ...valuesOfFaults.flatMap((name) => [`err.${name}`, `err.cause.${name}`]),
  ];
  return pino({ level, redact: paths }, destination);
}
