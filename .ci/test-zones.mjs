// Runs the tests with neither the process nor the database in UTC: TZ=Asia/Kolkata, and a PostgreSQL role whose
// sessions are in America/New_York. The role is created here and dropped.
import { spawn } from 'node:child_process';
import pg from 'pg';

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const role = `store_zones_${process.pid}`;

async function onServer(address, ...statements) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push((await client.query(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}

/** The server's URL for the role; a password stays the same. */
async function makeRole() {
  const url = new URL(server);
  const password =
    url.password === '' ? '' : ` PASSWORD ${pg.escapeLiteral(decodeURIComponent(url.password))}`;
  await onServer(
    server,
    // permissions that tests need: create databases, and a role with a connection limit
    `CREATE ROLE ${role} LOGIN CREATEDB CREATEROLE${password}`,
    `ALTER ROLE ${role} SET timezone = 'America/New_York'`,
  );
  url.username = role;
  const [[{ TimeZone: zone }]] = await onServer(url.href, 'SHOW TimeZone');
  if (zone !== 'America/New_York') throw new Error(`The role's sessions are in ${zone}.`);
  return url.href;
}

function runTests(address) {
  const child = spawn('npm', ['run', '--silent', 'jest', '--', ...process.argv.slice(2)], {
    env: { ...process.env, TZ: 'Asia/Kolkata', TEST_DATABASE_URL: address },
    stdio: 'inherit',
  });
  return new Promise((resolve) => {
    child.on('close', (status) => resolve(status ?? 1));
  });
}

try {
  process.exitCode = await runTests(await makeRole());
} finally {
  await onServer(server, `DROP ROLE IF EXISTS ${role}`);
}
