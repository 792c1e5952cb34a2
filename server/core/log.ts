/** The core's log; a pino logger is one. */
export interface CoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
