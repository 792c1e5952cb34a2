import type { Config } from './config.ts';

/** A problem that the operator can fix. The message explains it in a sentence. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** Converts a failure to listen to a `StartProblem`; unknown ones include the system's error code. */
export function listenProblem(error: unknown, config: Pick<Config, 'host' | 'port'>): StartProblem {
  const { host, port } = config;
  return new StartProblem(listenSentence(codeOf(error), host, port), { cause: error });
}

/** Converts a database failure to a `StartProblem`; unknown errors are returned unchanged. */
export function databaseProblem(error: unknown, config: Pick<Config, 'database'>): unknown {
  if (config.database.kind === 'bundled') return error;
  const sentence = databaseSentence(codeOf(error), new URL(config.database.url));
  return sentence === null ? error : new StartProblem(sentence, { cause: error });
}

/** Converts a full or read-only disk to a `StartProblem` that names the folder; other errors are returned unchanged. */
export function diskProblem(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (!['EDQUOT', 'EFBIG', 'ENOSPC', 'EROFS'].includes(code)) return error;
  return new StartProblem(`${folder} cannot be written (${code}); make space, and start again.`, { cause: error });
}

function listenSentence(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program, perhaps by another exchange; stop that one, or choose another port, for instance PORT=${port + 1}.`;
    case 'EACCES':
      return `This user may not listen on port ${port}; choose one above 1023, for instance PORT=8080.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine; use one that is, for instance HOST=127.0.0.1.`;
    default:
      return `The server cannot listen on port ${port} of ${host} (${code}); choose another HOST or PORT.`;
  }
}

function databaseSentence(code: string, url: URL): string | null {
  const server = url.searchParams.get('host') ?? url.hostname;
  const place = `${server === '' ? 'this machine' : server}, port ${url.port === '' ? 5432 : url.port}`;
  // A missing socket file of the server counts as a refused connection.
  switch (code === 'ENOENT' && server.startsWith('/') ? 'ECONNREFUSED' : code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${place}; start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The machine ${server} of DATABASE_URL cannot be found; correct its name.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${place} cannot be reached; check the network, or correct DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL has no database ${JSON.stringify(decodeURIComponent(url.pathname.slice(1)))}; create it, or correct DATABASE_URL.`;
    default:
      return code.startsWith('28')
        ? `PostgreSQL rejects the user ${JSON.stringify(decodeURIComponent(url.username))}; correct the user and the password in DATABASE_URL.`
        : null;
  }
}

/** The error code of the system or of PostgreSQL, also if it is in an aggregated error or a cause. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && !('code' in error)) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : 'no reason given';
}
