import { Ajv2020 } from 'ajv/dist/2020.js';
import { readBrackets, readPairs } from '../../rest/request/brackets.ts';
import type { FormName } from '../../rest/request/form-name.ts';
import type { Parameter } from '../../rest/reference/openapi.ts';
import type { Sent } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import { documentOf, templateOf } from './answers.ts';

/** Reports how a request differs from the reference, as a validating proxy would. */
export type FindRequestProblems = (route: string, form: FormName, sent: Sent) => readonly string[];

type Fits = (schema: string, value: unknown, isText: boolean) => readonly string[];

const pointer = (...parts: readonly string[]): string =>
  parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

async function readRequestsOf(store: Store, form: FormName) {
  const document = await documentOf(store, form);
  /** A value that is sent as text has no type of its own. */
  const readers = [false, true].map((coerceTypes) => {
    const ajv = new Ajv2020({ allErrors: true, strict: false, coerceTypes });
    return ajv.addSchema(document, form);
  });
  const fits: Fits = (schema, value, isText) => {
    const validate = readers[Number(isText)]?.getSchema(`${form}#${schema}`);
    if (!validate) throw new Error(`The reference has no schema at ${schema}.`);
    // The result of validate is in its errors.
    void validate(structuredClone(value));
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
    );
  };
  return function findProblems(route: string, { path, body, headers = {} }: Sent): string[] {
    const [method = '', pattern = ''] = route.split(' ');
    const place = ['paths', templateOf(pattern, form), method.toLowerCase()];
    const operation = document.paths[place[1] ?? '']?.[place[2] ?? ''];
    if (!operation) return [`${route} is not described`];
    const at = (...parts: readonly string[]): string => pointer(...place, ...parts);
    const properties = operation.requestBody?.content['application/json']?.schema.properties ?? {};
    const query = readBrackets(readPairs(path.split('?')[1] ?? ''));
    const parameters = operation.parameters.map((parameter, index): [Parameter, string] => {
      if (!('$ref' in parameter)) return [parameter, at('parameters', String(index), 'schema')];
      const name = parameter.$ref.split('/').at(-1) ?? '';
      const shared = document.components.parameters[name];
      if (!shared) throw new Error(`The reference lacks ${parameter.$ref}.`);
      return [shared, pointer('components', 'parameters', name, 'schema')];
    });
    const inQuery = Object.entries(query).flatMap(([name, value]) => {
      const [, schema] =
        parameters.find(([found]) => found.in === 'query' && found.name === name) ?? [];
      if (schema !== undefined) return fits(schema, value, true);
      // Attributes may also be sent in the query.
      return Object.keys(properties).includes(name) ? [] : [`the query ${name} is not described`];
    });
    const isForm = body instanceof URLSearchParams;
    const sent = isForm ? readBrackets([...body]) : body;
    const schema = at('requestBody', 'content', 'application/json', 'schema');
    const inBody =
      body === undefined
        ? []
        : operation.requestBody
          ? fits(schema, sent, isForm)
          : ['takes no body'];
    const credentials = Object.values(document.components.securitySchemes).some((scheme) => {
      const { type, in: where, name } = scheme as { type: string; in?: string; name?: string };
      if (type === 'http') return 'authorization' in headers;
      const sentNames = where === 'query' ? Object.keys(query) : Object.keys(headers);
      return sentNames.includes((name ?? '').toLowerCase());
    });
    return [...inQuery, ...inBody, ...(credentials ? [] : ['no credential'])];
  };
}

/** Reads what the documents of a store say about requests. */
export async function readRequests(store: Store): Promise<FindRequestProblems> {
  const formats = {
    newer: await readRequestsOf(store, 'newer'),
    older: await readRequestsOf(store, 'older'),
  };
  return (route, form, sent) => formats[form](route, sent);
}
