import { type GraphQLError, parse } from 'graphql';
import { namedUser, readStoreSettings, type Viewer } from '../../schema/index.ts';
import type { Config } from '../settings/config.ts';
import { createExecute } from '../operations/execute.ts';
import { createLog } from '../passage/request-log.ts';
import { whereDataAre } from '../process/banner.ts';
import { executionOf } from '../process/server.ts';
import type { Terminal } from './command.ts';
import { withStore } from './store-commands.ts';

/** The operator of the machine may do everything. */
const operator: Viewer = { key: 'good', user: null, permissions: new Set(['*']), orderToken: null };

const GenerateApiKey = parse(`mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }`);

/** Why no key was made: what the fields say, where the message only announces them. */
function reasonIn({ message, extensions }: GraphQLError): string {
  const fields = extensions['fields'] as Readonly<Record<string, readonly string[]>> | undefined;
  return fields ? Object.values(fields).flat().join(' ') : message;
}

/** Creates an API key for a user and prints it; the user's other keys stay valid. What is no refusal is logged to stderr. */
export async function makeKey(terminal: Terminal, config: Config, email = ''): Promise<number> {
  return withStore(config, async (database) => {
    const user = await database.client.user.findFirst({
      where: await namedUser(database.client, operator, { email }),
      select: { id: true },
    });
    if (!user) throw new Error(`There is no user with the e-mail ${email}.`);
    const own = await readStoreSettings(database.client);
    const log = createLog(config.logLevel, {
      write: (line) => {
        terminal.complain(line.trimEnd());
      },
    });
    const execution = executionOf(database, config, own, log);
    const execute = createExecute({
      ...execution,
      actor: 'command line',
      viewerOf: () => Promise.resolve(operator),
    });
    const credentials = { key: null, orderToken: null };
    const state = { requestId: 'command-line', credentials };
    const { data, errors } = await execute({ state }, GenerateApiKey, { userId: String(user.id) });
    const [failure] = errors ?? [];
    if (failure) throw new Error(reasonIn(failure));
    const made = data?.['generateApiKey'] as { readonly key: string };
    if (terminal.isInteractive) terminal.complain(`A key for ${email} (${whereDataAre(config)}):`);
    terminal.print(made.key);
    return 0;
  });
}
