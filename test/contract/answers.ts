import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormName } from '../../rest/request/form-name.ts';
import { isObject } from '../../rest/words/texts.ts';
import type { OpenApiDocument } from '../../rest/reference/reference.ts';
import type { Reply } from '../support/clients.ts';
import type { Store } from '../support/store.ts';

const documents: Readonly<Record<FormName, { readonly address: string; readonly suffix: string }>> =
  {
    newer: { address: '/api/openapi.json', suffix: '' },
    older: { address: '/api/openapi-older.json', suffix: '.json' },
  };

/** The document of a format, as a store serves it. */
export async function documentOf(store: Store, form: FormName): Promise<OpenApiDocument> {
  const { body } = await store.anonymous.get(documents[form].address);
  return body as OpenApiDocument;
}

/** The path of a route row, as the document of a format writes it. */
export const templateOf = (path: string, form: FormName): string =>
  path.replace(/:(\w+)/g, '{$1}') + documents[form].suffix;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}Z|[+-]\d\d:\d\d)$/;

/** The document without keys that it does not describe: clients must tolerate them, but a test finds them. Decision: R6. */
const strictly = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    isObject(value) && value['type'] === 'object' && isObject(value['properties'])
      ? { additionalProperties: false, ...value }
      : value,
  ) as OpenApiDocument;

const pointer = (...parts: readonly string[]): string =>
  `#${parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')}`;

/** Reports how a response differs from the document that the store serves. */
export type FindProblems = (route: string, form: FormName, reply: Reply) => readonly string[];

type FindInFormat = (route: string, reply: Reply) => readonly string[];

async function readFormat(store: Store, form: FormName): Promise<FindInFormat> {
  const reference = strictly(await documentOf(store, form));
  const ajv = new Ajv2020({
    allErrors: true,
    // The document contains more than schemas.
    strictSchema: false,
    formats: { 'date-time': dateTime },
  });
  ajv.addSchema(reference, form);
  return function findProblems(route, { status, body: answer }) {
    const [method = '', path = ''] = route.split(' ');
    const template = templateOf(path, form);
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)] as const;
    const own = reference.paths[place[1]]?.[place[2]]?.responses[place[4]];
    if (!own) return [`${route} does not tell of ${place[4]}`];
    const shared = '$ref' in own ? own.$ref : undefined;
    const described =
      '$ref' in own ? reference.components.responses[own.$ref.split('/').at(-1) ?? ''] : own;
    const at = shared ?? pointer(...place);
    if (!described?.content)
      return answer === undefined ? [] : [`${route} does not tell of a body`];
    const validate = ajv.getSchema(form + at + '/content/application~1json/schema');
    if (!validate) throw new Error(`${route} has no schema that can be read.`);
    // The result of validate is in its errors.
    void validate(answer);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
}

/** Reads the documents of a store. `route` is method and path of the row that a reply belongs to. */
export async function readReference(store: Store): Promise<FindProblems> {
  const formats = {
    newer: await readFormat(store, 'newer'),
    older: await readFormat(store, 'older'),
  };
  return (route, form, reply) => formats[form](route, reply);
}
