import { type Change, ChangeType, CriticalityLevel, diff, DiffRule } from '@graphql-inspector/core';
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';

/** The rule that what was deprecated may be removed knows no arguments; this one does. */
function isDeprecatedArgument(released: GraphQLSchema, { type, path = '' }: Change): boolean {
  if (type !== ChangeType.FieldArgumentRemoved) return false;
  const [owner = '', field = '', argument] = path.split('.');
  const parent = released.getType(owner);
  if (!isObjectType(parent) && !isInterfaceType(parent)) return false;
  const found = parent.getFields()[field]?.args.find(({ name }) => name === argument);
  return found?.deprecationReason != null;
}

/**
 * What clients of the released schema could no longer do with the present one, as sentences. What the released one
 * marks as deprecated may be removed.
 * Decision: V11.
 */
export async function breakingChanges(
  released: GraphQLSchema,
  present: GraphQLSchema,
): Promise<readonly string[]> {
  const changes = await diff(released, present, [DiffRule.suppressRemovalOfDeprecatedField]);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter((change) => !isDeprecatedArgument(released, change))
    .map(({ message }) => message);
}
