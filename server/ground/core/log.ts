/** The core's log, satisfied by a pino logger. */
export interface CoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
