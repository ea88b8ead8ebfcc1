import { parse } from 'graphql';
import { namedUser, readStoreSettings, type Viewer } from '../../schema/index.ts';
import type { Config } from '../settings/config.ts';
import { createExecute } from '../operations/execute.ts';
import { createLog } from '../passage/request-log.ts';
import { executionOf } from '../process/server.ts';
import type { Terminal } from './command.ts';
import { withStore } from './existing-store.ts';

/** The operator of the machine may do everything. */
const operator: Viewer = { key: 'good', user: null, permissions: new Set(['*']), orderToken: null };

const GenerateApiKey = parse(`mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }`);

/** Creates an API key for a user and prints it; the user's other keys stay valid. */
export async function makeKey(terminal: Terminal, config: Config, email = ''): Promise<number> {
  return withStore(config, async (database) => {
    const user = await database.client.user.findFirst({
      where: await namedUser(database.client, operator, { email }),
      select: { id: true },
    });
    if (!user) throw new Error(`There is no user with the e-mail ${email}.`);
    const own = await readStoreSettings(database.client);
    const execution = executionOf(database, config, own, createLog('silent'));
    const execute = createExecute({
      ...execution,
      actor: 'command line',
      viewerOf: () => Promise.resolve(operator),
    });
    const credentials = { key: null, orderToken: null };
    const state = { requestId: 'command-line', credentials };
    const { data, errors } = await execute({ state }, GenerateApiKey, { userId: String(user.id) });
    const [failure] = errors ?? [];
    if (failure) throw failure;
    const made = data?.['generateApiKey'] as { readonly key: string };
    terminal.print(made.key);
    return 0;
  });
}
