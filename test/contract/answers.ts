import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormName } from '../../rest/form-name.ts';
import type { Reply } from '../support/clients.ts';
import type { Store } from '../support/store.ts';

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}

interface Shape {
  readonly anyOf?: readonly { readonly title?: string }[];
}

interface Reference {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Record<string, Described> }>>>
  >;
}

const titles: Readonly<Record<FormName, string>> = { newer: 'Newer form', older: 'Older form' };

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}Z|[+-]\d\d:\d\d)$/;

const pointer = (...parts: readonly string[]): string =>
  `reference#${parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')}`;

/** Tells in what an answer differs from the document that the store serves. */
export type FindProblems = (route: string, form: FormName, reply: Reply) => readonly string[];

/** Reads the document of a store. `route` is method and path of the row that a reply answers. */
export async function readReference(store: Store): Promise<FindProblems> {
  const { body } = await store.anonymous.get('/api/openapi.json');
  const reference = body as Reference;
  const ajv = new Ajv2020({
    allErrors: true,
    // The document is more than schemas.
    strictSchema: false,
    formats: { 'date-time': dateTime },
  });
  ajv.addSchema(body as Record<string, unknown>, 'reference');
  return function findProblems(route, form, { status, body: answer }) {
    const [method = '', path = ''] = route.split(' ');
    const place = [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const;
    const described = reference.paths[place[0]]?.[place[1]]?.responses[String(status)];
    if (!described) return [`${route} does not tell of ${String(status)}`];
    const shape = described.content?.['application/json']?.schema;
    if (!shape) return answer === undefined ? [] : [`${route} does not tell of a body`];
    const inForms = (shape.anyOf ?? []).map(({ title }) => title);
    const isOfForms = Object.values(titles).some((title) => inForms.includes(title));
    const index = inForms.indexOf(titles[form]);
    if (isOfForms && index < 0) return [`${route} does not tell of ${String(status)} in the form`];
    const inForm = isOfForms ? ['anyOf', String(index)] : [];
    const content = ['content', 'application/json', 'schema', ...inForm];
    const validate = ajv.getSchema(
      pointer('paths', ...place, 'responses', String(status), ...content),
    );
    if (!validate) throw new Error(`${route} has no schema that can be read.`);
    // The answer of validate is in its errors.
    void validate(answer);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
}
