import type { FormName } from '../../rest/request/form-name.ts';
import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';
import type { Operation, Parameter } from '../../rest/reference/openapi.ts';
import { createReference, templateOf } from '../../rest/reference/reference.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';

export const forms = { newer, older: createOlder('America/New_York') };
/** The documents of a store. */
export const references = {
  newer: createReference(routes, schema, forms.newer, '1.2.3'),
  older: createReference(routes, schema, forms.older, '1.2.3'),
};
export const formats = ['newer', 'older'] as const;

/** Every operation of a format. */
export const operationsOf = (format: FormName) =>
  Object.entries(references[format].paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** An operation, by method and path. */
export const find = (method: string, path: string, format: FormName = 'newer') => {
  const operation = references[format].paths[templateOf({ path }, forms[format])]?.[method];
  if (!operation) throw new Error(`The document lacks ${method} ${path}.`);
  return operation;
};

/** What an operation takes, wherever the document defines it. */
export const resolved = (
  { parameters }: Operation,
  format: FormName = 'newer',
): readonly Parameter[] =>
  parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return [parameter];
    const shared = references[format].components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
    return shared ? [shared] : [];
  });

/** What an operation of the newer format takes. */
export const parametersOf = (method: string, path: string): readonly Parameter[] =>
  resolved(find(method, path));

/** The response of an operation with a status, wherever the document defines it. */
export const responseOf = (
  method: string,
  path: string,
  status: string,
  format: FormName = 'newer',
) => {
  const response = find(method, path, format).responses[status];
  if (!response || !('$ref' in response)) return response;
  return references[format].components.responses[response.$ref.split('/').at(-1) ?? ''];
};

/** What a record says of a key. */
export const property = (record: string, key: string, format: FormName = 'newer'): unknown =>
  (references[format].components.schemas[record]?.properties as Record<string, unknown>)[key];
