import { changesRecord } from '../conditions.ts';
import { createFailure } from '../failures.ts';
import type { Failure, FailureKind } from '../failures.ts';
import type { FormName } from '../form-name.ts';
import type { Form } from '../forms/form.ts';
import type { Route } from '../route.ts';
import { inferRecord } from './infer.ts';
import { schemaRef } from './openapi.ts';
import type { Named, Schema } from './openapi.ts';
import { nameOfForm } from './records.ts';
import { words } from './specimen.ts';

const always = (): boolean => true;
const never = (): boolean => false;
const isWrite = ({ method }: Route): boolean => method !== 'GET';
const hasBody = ({ method }: Route): boolean => method === 'POST' || method === 'PUT';
const writesData = ({ writes }: Route): boolean => writes !== undefined;

/** Which routes can fail in which way. Decision: A24, A28. */
const rows: Readonly<Record<FailureKind, (route: Route) => boolean>> = {
  malformedRequest: always,
  malformedBody: hasBody,
  malformedKey: isWrite,
  unauthorized: always,
  notFound: always,
  // What a path does not take is no operation of it.
  methodNotAllowed: never,
  notAcceptable: always,
  conflict: isWrite,
  keyInUse: isWrite,
  preconditionFailed: changesRecord,
  tooLarge: hasBody,
  mediaType: hasBody,
  invalid: writesData,
  refused: isWrite,
  keyReused: isWrite,
  badSearch: ({ list }) => list !== undefined,
  answerTooLarge: always,
  rateLimited: always,
  unexpected: always,
  unavailable: always,
};

const kinds = (Object.keys(rows) as FailureKind[]).filter((kind) => rows[kind] !== never);

/** Failures that show between them what is always said. */
const specimens = (kind: FailureKind): readonly Failure[] =>
  Object.values(words).map((word) =>
    createFailure(kind, { message: word, fields: { [word]: [word, words.other] } }),
  );

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The bodies of failures in each form, and which of them a route can answer with. */
export class FailureSchemas {
  readonly schemas: Record<string, Schema> = {};
  private readonly names: Readonly<Record<FormName, Readonly<Record<FailureKind, string>>>>;
  private readonly forms: Readonly<Record<FormName, Form>>;

  constructor(forms: Readonly<Record<FormName, Form>>) {
    this.forms = forms;
    const named = kinds.map((kind) => [kind, this.describe(kind)] as const);
    const namesOf = (form: FormName) =>
      Object.fromEntries(named.map(([kind, names]) => [kind, names[form]])) as Record<
        FailureKind,
        string
      >;
    this.names = { newer: namesOf('newer'), older: namesOf('older') };
  }

  /** Makes the schemas of a kind, one where the forms agree, and gives their names. */
  private describe(kind: FailureKind): Readonly<Record<FormName, string>> {
    const schemaOf = (form: Form): Schema => {
      const [, show] = form.failures[kind];
      return inferRecord(specimens(kind).map(show), () => undefined);
    };
    const { newer, older } = this.forms;
    const schemas = { newer: schemaOf(newer), older: schemaOf(older) };
    const name = `${capitalize(kind)}Failure`;
    const agree = JSON.stringify(schemas.newer) === JSON.stringify(schemas.older);
    const names = agree
      ? { newer: name, older: name }
      : { newer: nameOfForm('newer', name), older: nameOfForm('older', name) };
    this.schemas[names.newer] = schemas.newer;
    this.schemas[names.older] = schemas.older;
    return names;
  }

  /** What a route can fail with in a form: schemas by status. */
  of(route: Route, formName: FormName): Named<readonly Schema[]> {
    const byStatus: Record<string, Schema[]> = {};
    for (const kind of kinds.filter((candidate) => rows[candidate](route))) {
      const [own] = this.forms[formName].failures[kind];
      const status = kind === 'invalid' ? (route.invalid ?? own) : own;
      (byStatus[String(status)] ??= []).push(schemaRef(this.names[formName][kind]));
    }
    return byStatus;
  }
}
