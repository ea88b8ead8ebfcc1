import { type DocumentNode, type GraphQLInputType, type GraphQLSchema, typeFromAST } from 'graphql';
import { operationOf } from '../graphql.ts';
import { keep } from '../keep.ts';

const bySchema = keep((schema: GraphQLSchema) =>
  keep((document: DocumentNode) => {
    const definitions = operationOf(document).variableDefinitions ?? [];
    return new Map(
      definitions.map(({ variable, type, defaultValue }) => {
        // every operation is validated at start
        const resolved = typeFromAST(schema, type) as GraphQLInputType;
        return [variable.name.value, { type: resolved, hasDefault: defaultValue !== undefined }];
      }),
    );
  }),
);

export const declaredBy = (schema: GraphQLSchema, document: DocumentNode) =>
  bySchema(schema)(document);
