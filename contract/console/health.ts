import { Type, type Static } from 'typebox';
import { Line, Milliseconds, Nothing } from '../values.ts';
import { consoleRead, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0 });
const NoTime = Type.Union([Milliseconds, Type.Null()]);
const NoCount = Type.Union([Count, Type.Null()]);

/** A type of command that is refused to a user, because one of them stopped the exchange. */
const Suspended = Type.Object({ user: Count, command: Type.String(), incident: Count, since: Milliseconds });

const Incident = Type.Object({
  id: Count,
  at: Milliseconds,
  kind: Type.String(),
  sequence: NoCount,
  user: NoCount,
  command: Type.Union([Type.String(), Type.Null()]),
  error: Type.String(),
});

/** PostgreSQL and the tables of the core. */
const Storage = Type.Object({
  version: Type.String(),
  started_at: Milliseconds,
  bytes: Count,
  connections: Count,
  max_connections: Count,
  /** Connected standby servers, and whether commits wait for one. */
  standbys: Count,
  synchronous: Type.Boolean(),
  slots: Type.Array(Type.Object({ name: Type.String(), active: Type.Boolean(), behind_bytes: NoCount })),
  snapshots: Type.Object({
    count: Count,
    newest: Type.Union([
      Type.Object({ sequence: Count, at: Milliseconds, bytes: Count, logic_version: Count }),
      Type.Null(),
    ]),
  }),
  incidents: Type.Array(Incident),
  suspended: Type.Array(Suspended),
});

/** The messages of a channel. */
const MailQueue = Type.Object({
  channel: Type.Enum(['email', 'sms'] as const),
  /** Whether messages are sent; a demo without a server keeps them instead. */
  sends: Type.Boolean(),
  queued: Count,
  /** Queued messages that at least one attempt failed to deliver. */
  retried: Count,
  oldest_queued_at: NoTime,
  /** Messages of the last 24 hours. */
  sent: Count,
  failed: Count,
});

/** The state of the exchange and of everything that it depends on. */
export const HealthReport = Type.Object({
  as_of: Milliseconds,
  exchange: Type.Object({
    open: Type.Boolean(),
    cancels_only: Type.Boolean(),
    /** Why it is closed or accepts cancels only, as a sentence; null if it accepts everything. */
    reason: Type.Union([Type.String(), Type.Null()]),
    last_commit_at: NoTime,
    sequence: Count,
    /** Commands that wait for a batch. */
    waiting: Count,
    recovered: Type.Boolean(),
    commits: Type.Boolean(),
    is_only_core: Type.Boolean(),
    clock_trusted: Type.Boolean(),
    logic_version: Count,
  }),
  /** Null if the database is on another machine. */
  disk: Type.Union([
    Type.Object({ room: Type.Enum(['ample', 'scarce', 'none'] as const), free_bytes: NoCount }),
    Type.Null(),
  ]),
  /** Null if PostgreSQL does not answer. */
  storage: Type.Union([Storage, Type.Null()]),
  /** Null if PostgreSQL does not answer. */
  mail: Type.Union([Type.Array(MailQueue), Type.Null()]),
  sockets: Type.Object({
    connected: Count,
    subscriptions: Count,
    behind: Count,
    waiting_bytes: Count,
    max_waiting_bytes: Count,
    /** Disconnected by the server since its start. */
    dropped: Count,
  }),
  process: Type.Object({
    started_at: Milliseconds,
    node: Type.String(),
    resident_bytes: Count,
    heap_bytes: Count,
  }),
});
export type HealthReport = Static<typeof HealthReport>;

export const healthCalls = {
  health: consoleRead({ audience: ['risk', 'admin'], path: 'health', output: HealthReport }),
  /** Accepts the suspended commands of a user again. */
  clearSuspension: consoleWrite({
    audience: ['admin'],
    path: 'health/clear-suspension',
    concerns: { kind: 'user', field: 'user' },
    stepUp: true,
    input: { user: Count, command: Line(64, 1), incident: Count },
    output: Nothing,
    refusals: { suspension_unknown: [] },
  }),
} as const;
