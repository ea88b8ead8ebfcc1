import { readFileSync } from 'node:fs';
import type { FormName } from '../../request/form-name.ts';

/** What the sample store answered to an example. */
interface ExampleAnswer {
  readonly status: number;
  /** Absent if there is none. */
  readonly body?: unknown;
}

/** The answers of an operation to its two examples. */
export interface OperationAnswers {
  readonly accepted: ExampleAnswer;
  readonly refused: ExampleAnswer;
}

export type ExampleAnswers = Readonly<Record<string, OperationAnswers>>;

/** The file of the answers; `npm run generate:examples` writes it. */
export const answersFile = new URL('./answers.json', import.meta.url);

/** The answers in one format, as a test compares them with the program's. */
export const readAnswers = (format: FormName): ExampleAnswers =>
  (JSON.parse(readFileSync(answersFile, 'utf8')) as Record<FormName, ExampleAnswers>)[format];
