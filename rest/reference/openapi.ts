/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 uses. */
export type Schema = Readonly<Record<string, unknown>>;

export type Named<Part> = Readonly<Record<string, Part>>;

/** A component under `components`. */
export interface Ref {
  readonly $ref: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description?: string;
  readonly style?: 'deepObject';
  readonly explode?: true;
  readonly schema: Schema;
  /** What the page fills in. */
  readonly example?: unknown;
  readonly examples?: Named<Example>;
}

const takenFrom =
  (place: Parameter['in']) =>
  (name: string, schema: Schema, description?: string): Parameter => ({
    name,
    in: place,
    ...(description && { description }),
    schema,
  });

/** A parameter of the query that takes one value. */
export const inQuery = takenFrom('query');
export const inHeader = takenFrom('header');

export interface Content {
  readonly schema: Schema;
  readonly examples?: Named<Example>;
  readonly encoding?: Named<{ readonly style: 'deepObject'; readonly explode: true }>;
}

export interface RequestBody {
  readonly description: string;
  readonly content: Named<Content>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Named<Ref>;
  readonly content?: Named<Content>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  readonly responses: Named<Response | Ref>;
  readonly security: readonly Named<readonly string[]>[];
}

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
