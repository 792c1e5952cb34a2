import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type RateClass, rateClasses } from '@bourse/contract';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/index.ts';
import type { SocketHub } from '../feed/index.ts';
import { healthPolicy } from '../gateway/index.ts';
import { Metrics, type Histogram, latencyBounds, sizeBounds } from './metrics.ts';

export interface MetricsParts {
  readonly core: Pick<Core, 'onTiming' | 'sequence' | 'status' | 'waiting'>;
  readonly hub: Pick<
    SocketHub,
    'sockets' | 'subscriptions' | 'dropped' | 'behind' | 'bytesWaiting' | 'maxBytesWaiting' | 'cutOff'
  >;
  /** Readers of a demo need no token. */
  readonly demo: boolean;
  /** The bearer token that a reader has to show; null when there is none. */
  readonly token: string | null;
}

/**
 * Collects what the exchange does and serves it at `/metrics`, unless it is live and has no token: then nobody could
 * read it. Returns how to stop collecting.
 */
export function serveMetrics(app: FastifyInstance, { core, hub, demo, token }: MetricsParts): () => void {
  if (!demo && token === null) return () => undefined;
  const metrics = new Metrics();
  noteBatches(metrics, core);
  noteRequests(metrics, app);
  metrics.gauge('bourse_open', '1 while the exchange takes commands.', () => (core.status().open ? 1 : 0));
  metrics.total('bourse_sequence', 'Sequence of the last durable command.', () => core.sequence);
  metrics.gauge('bourse_queue_commands', 'Commands that wait for a place in a batch.', () => core.waiting);
  metrics.gauge('bourse_sockets', 'Clients of the socket.', () => hub.sockets);
  metrics.gauge('bourse_subscriptions', 'What they listen to, in all.', () => hub.subscriptions);
  metrics.total('bourse_sockets_dropped_total', 'Clients that were dropped.', () => hub.dropped);
  metrics.gauge('bourse_sockets_behind', 'Clients that have not taken what they were sent.', () => hub.behind);
  metrics.gauge('bourse_socket_waiting_bytes', 'Bytes that wait for clients to read them.', () => hub.bytesWaiting);
  metrics.gauge(
    'bourse_socket_waiting_bytes_most',
    'Bytes that may wait for all of them together.',
    () => hub.maxBytesWaiting,
  );
  metrics.total(
    'bourse_sockets_cut_off_total',
    'Clients that were cut off because more than that was waiting.',
    () => hub.cutOff,
  );
  const stop = noteProcess(metrics);
  app.get('/metrics', { config: { policy: healthPolicy }, logLevel: 'silent' }, (request, reply) => {
    if (token !== null && !shows(request.headers.authorization, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send('');
    }
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.write());
  });
  return stop;
}

function noteBatches(metrics: Metrics, core: Pick<Core, 'onTiming'>): void {
  const help =
    'How long batches of commands took: from the first command until sent, until durable, until all views had seen it.';
  const stage = (name: string): Histogram =>
    metrics.histogram('bourse_batch_seconds', help, latencyBounds, { stage: name });
  const collecting = stage('collecting');
  const committing = stage('committing');
  const telling = stage('telling');
  const sizes = metrics.histogram('bourse_batch_commands', 'Commands of a batch.', sizeBounds);
  const events = metrics.counter('bourse_events_total', 'Events of the engine.');
  core.onTiming((timing) => {
    collecting.note(timing.collectingMs / 1_000);
    committing.note(timing.committingMs / 1_000);
    telling.note(timing.tellingMs / 1_000);
    sizes.note(timing.commands);
    events.add(timing.events);
  });
}

/** From the head of a request until its answer is written, by class of call. */
function noteRequests(metrics: Metrics, app: FastifyInstance): void {
  const seconds = new Map<RateClass, Histogram>();
  for (const name of rateClasses) {
    const help = 'How long requests took, by class of call.';
    seconds.set(name, metrics.histogram('bourse_request_seconds', help, latencyBounds, { class: name }));
  }
  const refused = metrics.counter('bourse_requests_refused_total', 'Requests of somebody who made too many.');
  const failed = metrics.counter('bourse_requests_failed_total', 'Requests that failed unexpectedly.');
  app.addHook('onResponse', (request, reply, done) => {
    seconds.get(request.routeOptions.config.policy?.rate ?? 'page')?.note(reply.elapsedTime / 1_000);
    if (reply.statusCode === 429) refused.add();
    else if (reply.statusCode >= 500) failed.add();
    done();
  });
}

function noteProcess(metrics: Metrics): () => void {
  // The thread is woken for each look, which on an idle server is most of what it does.
  const lookEveryMs = 50;
  const delay = monitorEventLoopDelay({ resolution: lookEveryMs });
  // What is noted is the time between two looks.
  const lateSeconds = (between: number): number => Math.max(0, between / 1e9 - lookEveryMs / 1_000);
  delay.enable();
  for (const percentile of [50, 99, 99.9]) {
    metrics.gauge(
      'bourse_event_loop_delay_seconds',
      'How late the trading thread came round, since the metrics were last asked for.',
      () => lateSeconds(delay.percentile(percentile)),
      { quantile: String(percentile / 100) },
    );
  }
  // Read last of the three, and begins anew for the next reading.
  metrics.gauge('bourse_event_loop_delay_longest_seconds', 'The longest of these delays.', () => {
    const longest = lateSeconds(delay.max);
    delay.reset();
    return longest;
  });
  metrics.total('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('process_heap_used_bytes', 'Memory that objects take.', () => process.memoryUsage().heapUsed);
  metrics.gauge('process_uptime_seconds', 'Since the process began.', () => process.uptime());
  return () => {
    delay.disable();
  };
}

/** Compared in the same time whatever is shown. */
function shows(header: string | undefined, token: string): boolean {
  const shown = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
