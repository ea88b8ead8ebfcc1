import pg from 'pg';

/** Jest runs this once after all test files: drops the run's template and what crashed files left. */
export default async function globalTeardown() {
  const { TEST_DATABASE_URL: url, STORE_TEST_TEMPLATE: template } = process.env;
  if (url === undefined) return;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    const { rows } = await server.query(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) {
      await server.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    }
  } finally {
    await server.end();
  }
}
