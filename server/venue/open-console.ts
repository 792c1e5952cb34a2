import { consoleCalls } from '@bourse/contract/console';
import { type OpenCapability, type VenueParts, withLogin } from './capability.ts';
import type { Ending } from '../ground/endings.ts';
import type { SocketHub } from '../ground/feed/index.ts';
import { type Front, isWithin, RateLimits } from '../ground/gateway/index.ts';
import { networksOf } from '../people/identity/index.ts';
import {
  Approvals,
  AuditLog,
  AuditWatch,
  createConsoleHttp,
  resolveOpenIntents,
  StaffSessions,
  StoredStaffRoll,
} from '../operators/console/index.ts';
import type { With } from '../ground/parts.ts';
import { Alarms, ConsoleGateway, Queues } from '../ground/console-gateway/index.ts';

/** How the console is served. */
export interface ConsoleOptions {
  /** Already listens; forwards requests once the exchange is open. */
  readonly front: Front;
  /** The folder of the console's built page; null to serve none. */
  readonly pageFolder: string | null;
  /** The networks that may use the console. */
  readonly allow: readonly string[];
  /** The origin at which staff reach the console. */
  readonly origin: string;
}

/** The parts that the screens of the console can use. */
export interface ConsoleParts
  extends
    VenueParts,
    With<'alarms' | 'approvals' | 'audit' | 'auditWatch' | 'console' | 'hub' | 'queues' | 'roll' | 'staffSessions'> {
  /** The origin at which staff reach the console, for links in mails. */
  readonly consoleOrigin: string;
}

interface Surroundings {
  readonly hub: SocketHub;
  readonly trustedProxies: readonly string[];
  readonly opened: readonly OpenCapability[];
}

/**
 * Opens the operators' console on its own front: its calls, its page, and the loop that carries out approved requests.
 * Commands whose outcome an earlier process did not record are resolved before the first request.
 */
export async function openConsole(
  parts: VenueParts,
  { allow, front, origin, pageFolder }: ConsoleOptions,
  { hub, opened, trustedProxies }: Surroundings,
): Promise<Ending> {
  const { background, core, db, demo, elapsed, identityDb, log, notify, now, securityLog, settings, views } = parts;
  // Separate from those of the public calls: users of a network never use up what its staff need to log in.
  const limits = new RateLimits(parts.limits.rates, elapsed);
  const sequence = (): number => views.sequence;
  const audit = new AuditLog(identityDb, now);
  const roll = new StoredStaffRoll(identityDb);
  const fourEyes = (): boolean => !demo || settings.console_four_eyes === 'on';
  const approvals = new Approvals({
    background,
    db: identityDb,
    audit,
    staff: roll,
    calls: consoleCalls,
    fourEyes,
    now,
    log,
  });
  await resolveOpenIntents({
    identityDb,
    db,
    audit,
    log,
    settle: (transaction, id, result) => approvals.settle(transaction, id, result),
  });
  const isConfigured = isWithin(allow);
  const allows = (address: string): boolean => {
    const narrower = networksOf(settings.console_allow);
    return isConfigured(address) && (narrower.length === 0 || isWithin(narrower)(address));
  };
  const secure = !demo;
  const app = await createConsoleHttp(
    { log, limits, sequence, pageFolder, trustedProxies, allows, secure },
    () => gateway,
  );
  const sessions = new StaffSessions({ db: identityDb, audit, securityLog });
  const gateway = new ConsoleGateway({
    app,
    db: identityDb,
    core,
    sessions,
    audit,
    approvals,
    limits,
    log,
    elapsed,
    now,
    secure,
    needsDeclared: !demo,
    sequence,
    // A demo is reached under several names of the same machine.
    origin: demo ? null : origin,
  });
  const auditWatch = new AuditWatch({ background, identityDb, audit, roll, notify, now, log });
  const alarms = new Alarms({ background, now, log });
  const console: ConsoleParts = {
    ...parts,
    auditWatch,
    hub,
    alarms,
    queues: new Queues(),
    console: gateway,
    audit,
    approvals,
    roll,
    staffSessions: sessions,
    consoleOrigin: origin,
  };
  for (const capability of opened) capability.console?.(withLogin(capability, console));
  gateway.check(Object.values(consoleCalls));
  await app.ready();
  front.open(app.server);
  return async () => {
    await front.close();
    await app.close();
  };
}
