/**
 * The names of one test run's databases on the PostgreSQL server at TEST_DATABASE_URL: a template with every
 * migration applied, and its copies for test files.
 */

const variable = 'STORE_TEST_TEMPLATE';

/** Starts a run: names its template, for this process and its workers. */
export function nameTemplate(): void {
  process.env[variable] = `store_test_${String(process.pid)}_${String(Date.now())}`;
}

export function templateName(): string {
  const name = process.env[variable];
  if (name === undefined) throw new Error('Jest has to run test/support/global-setup.ts first.');
  return name;
}
