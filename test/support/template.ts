/**
 * The name of this test run's template on the PostgreSQL server at TEST_DATABASE_URL: a database with every
 * migration applied. Copies for test files have names that start with it.
 */
export function templateName(): string {
  const name = process.env.STORE_TEST_TEMPLATE;
  if (name === undefined) throw new Error('jest.config.js sets STORE_TEST_TEMPLATE.');
  return name;
}
