import pg from 'pg';
import { templateName } from './template.ts';

/** Jest runs this once after all test files: drops the run's template and what crashed files left. */
export default async function globalTeardown(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) return;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    const { rows } = await server.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [templateName()],
    );
    for (const { datname } of rows) {
      await server.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    }
  } finally {
    await server.end();
  }
}
