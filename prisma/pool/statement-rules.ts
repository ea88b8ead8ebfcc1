import type { Connections } from '../fast-path/connection.ts';
import type { Asking } from './taken-connection.ts';

/** Statement timeouts in milliseconds, and a hook that all statements share. */
export interface StatementRules extends Asking {
  /** Called with every SQL statement, BEGIN and COMMIT included, before it is sent. */
  readonly onStatement: (sql: string) => void;
  /** Timeout of a statement outside of transactions. */
  readonly readMs: number;
  /** Timeouts for beginning a transaction and for running one. */
  readonly limits: Connections['limits'];
  /** How much longer than its own timeout a database that has timeouts is waited for. */
  readonly graceMs: number;
  /** SQL that sets the statement timeout of a transaction; sent together with BEGIN. */
  readonly onBegin: string;
}
