import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type RateClass, rateClasses } from '@bourse/contract';
import type { FastifyInstance } from 'fastify';
import type { Background, WorkState } from '../background/index.ts';
import type { Core } from '../core/index.ts';
import { escrowView, type SocketHub, type Views } from '../feed/index.ts';
import { healthPolicy } from '../gateway/index.ts';
import { type SecurityLog, securityEventNames } from '../security-log/index.ts';
import { Metrics, type Histogram, latencyBounds, sizeBounds } from './metrics.ts';

export interface MetricsParts {
  readonly background: Pick<Background, 'states'>;
  readonly core: Pick<Core, 'onTiming' | 'sequence' | 'status' | 'waiting'>;
  readonly hub: Pick<
    SocketHub,
    'sockets' | 'subscriptions' | 'dropped' | 'behind' | 'bytesWaiting' | 'maxBytesWaiting' | 'cutOff'
  >;
  readonly securityLog: SecurityLog;
  readonly views: Views;
  /** In a demo the metrics are public unless a token is configured. */
  readonly demo: boolean;
  /** The bearer token that a scraper must send; null if none is configured. */
  readonly token: string | null;
}

/**
 * Collects metrics and serves them at `/metrics`. Does nothing on a live exchange without a token, where no client
 * would be authorized. Returns a function that stops collecting.
 */
export function serveMetrics(app: FastifyInstance, parts: MetricsParts): () => void {
  const { background, core, demo, hub, securityLog, token, views } = parts;
  if (!demo && token === null) return () => undefined;
  const metrics = new Metrics();
  observeBatches(metrics, core);
  observeRequests(metrics, app);
  metrics.gauge('bourse_open', '1 while the exchange takes commands.', () => (core.status().open ? 1 : 0));
  metrics.total('bourse_sequence', 'Sequence of the last durable command.', () => core.sequence);
  metrics.gauge('bourse_queue_commands', 'Commands waiting for a batch.', () => core.waiting);
  metrics.gauge('bourse_sockets', 'Connected socket clients.', () => hub.sockets);
  metrics.gauge('bourse_subscriptions', 'Channel subscriptions of all clients.', () => hub.subscriptions);
  metrics.total('bourse_sockets_dropped_total', 'Socket clients disconnected by the server.', () => hub.dropped);
  metrics.gauge('bourse_sockets_behind', 'Socket clients with unsent data.', () => hub.behind);
  metrics.gauge('bourse_socket_waiting_bytes', 'Bytes buffered for socket clients.', () => hub.bytesWaiting);
  metrics.gauge(
    'bourse_socket_waiting_bytes_most',
    'Limit of the bytes buffered for all socket clients.',
    () => hub.maxBytesWaiting,
  );
  metrics.total(
    'bourse_sockets_cut_off_total',
    'Socket clients disconnected because the buffer limit was exceeded.',
    () => hub.cutOff,
  );
  observeSecurity(metrics, securityLog);
  observeBackground(metrics, background);
  observeEscrows(metrics, views);
  const stop = observeProcess(metrics);
  app.get('/metrics', { config: { policy: healthPolicy }, logLevel: 'silent' }, (request, reply) => {
    if (token !== null && !isAuthorized(request.headers.authorization, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send('');
    }
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.write());
  });
  return stop;
}

function observeSecurity(metrics: Metrics, securityLog: SecurityLog): void {
  const help = 'Security events, including those that were not logged.';
  for (const event of securityEventNames) {
    metrics.total('bourse_security_events_total', help, () => securityLog.recorded(event), { event });
  }
}

function observeBackground(metrics: Metrics, background: Pick<Background, 'states'>): void {
  const each = (name: string, type: 'counter' | 'gauge', help: string, value: (work: WorkState) => number): void => {
    metrics.each(`bourse_background_${name}`, type, help, 'work', () =>
      background.states().map((work) => [work.name, value(work)] as const),
    );
  };
  each('rounds_total', 'counter', 'Rounds of background work.', ({ rounds }) => rounds);
  each('failures_total', 'counter', 'Rounds of background work that failed.', ({ failures }) => failures);
  each(
    'since_success_seconds',
    'gauge',
    'Time since a round of background work last succeeded, or since the start.',
    ({ sinceSuccessMs }) => sinceSuccessMs / 1_000,
  );
  each(
    'running_seconds',
    'gauge',
    'For how long the present round of background work has been running; 0 between rounds.',
    ({ runningMs }) => runningMs / 1_000,
  );
}

const dayMs = 86_400_000;

/** Observes orders of peer-to-peer trading. */
function observeEscrows(metrics: Metrics, views: Views): void {
  const view = escrowView.of(views);
  metrics.each('bourse_p2p_orders', 'gauge', 'Open peer-to-peer orders, by their state.', 'state', () =>
    (['created', 'paid', 'delayed', 'appealed'] as const).map(
      (state) => [state, view.open().filter(({ step }) => step === state).length] as const,
    ),
  );
  metrics.each('bourse_p2p_appeals', 'gauge', 'Open appeals, by the days since they were opened.', 'days', () => {
    const days = view
      .open()
      .filter(({ step }) => step === 'appealed')
      .map(({ changedAtMs }) => Math.min(3, Math.floor((views.timeMs - changedAtMs) / dayMs)));
    return [0, 1, 2, 3].map((age) => [String(age), days.filter((day) => day === age).length] as const);
  });
  const help = 'Orders that were released because their seller was silent, since the start.';
  metrics.total('bourse_p2p_auto_released_total', help, () => view.autoReleased);
}

function observeBatches(metrics: Metrics, core: Pick<Core, 'onTiming'>): void {
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
    collecting.observe(timing.collectingMs / 1_000);
    committing.observe(timing.committingMs / 1_000);
    telling.observe(timing.publishingMs / 1_000);
    sizes.observe(timing.commands);
    events.add(timing.events);
  });
}

/** Observes the time from a request's headers to the end of its response, by rate class. */
function observeRequests(metrics: Metrics, app: FastifyInstance): void {
  const seconds = new Map<RateClass, Histogram>();
  for (const name of rateClasses) {
    const help = 'How long requests took, by class of call.';
    seconds.set(name, metrics.histogram('bourse_request_seconds', help, latencyBounds, { class: name }));
  }
  const refused = metrics.counter('bourse_requests_refused_total', 'Requests refused by a rate limit.');
  const failed = metrics.counter('bourse_requests_failed_total', 'Requests that failed unexpectedly.');
  app.addHook('onResponse', (request, reply, done) => {
    seconds.get(request.routeOptions.config.policy?.rate ?? 'page')?.observe(reply.elapsedTime / 1_000);
    if (reply.statusCode === 429) refused.add();
    else if (reply.statusCode >= 500) failed.add();
    done();
  });
}

function observeProcess(metrics: Metrics): () => void {
  // The sampling interval is not shorter, because each sample wakes the thread, which is most of an idle server's work.
  const lookEveryMs = 50;
  const delay = monitorEventLoopDelay({ resolution: lookEveryMs });
  // The histogram records the interval between two samples, including the resolution itself.
  const lateSeconds = (between: number): number => Math.max(0, between / 1e9 - lookEveryMs / 1_000);
  delay.enable();
  // The names of prom-client, which public dashboards know.
  for (const percentile of [50, 90, 99]) {
    metrics.gauge(
      `nodejs_eventloop_lag_p${percentile}_seconds`,
      `The ${percentile}th percentile of the event loop lag of the trading thread since the last scrape.`,
      () => lateSeconds(delay.percentile(percentile)),
    );
  }
  // Read after the percentiles, because it resets the histogram for the next scrape.
  metrics.gauge('nodejs_eventloop_lag_max_seconds', 'The maximum event loop lag since the last scrape.', () => {
    const longest = lateSeconds(delay.max);
    delay.reset();
    return longest;
  });
  metrics.total('process_cpu_seconds_total', 'CPU time used by the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('nodejs_heap_size_used_bytes', 'Used heap of the process.', () => process.memoryUsage().heapUsed);
  const startSeconds = Date.now() / 1_000 - process.uptime();
  metrics.gauge('process_start_time_seconds', 'When the process started, in Unix seconds.', () => startSeconds);
  return () => {
    delay.disable();
  };
}

/** Compares digests in constant time. */
function isAuthorized(header: string | undefined, token: string): boolean {
  const shown = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
