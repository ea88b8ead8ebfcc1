import { builder } from '../builder.ts';
import { describeOptions } from '../domain/options-text.ts';

/** One option of a variant with its option type, e.g. `Size: M`. */
export interface OptionValueShape {
  readonly id: bigint;
  readonly name: string;
  readonly presentation: string;
  readonly optionTypeId: bigint;
  readonly optionTypeName: string;
  readonly optionTypePresentation: string;
}

/** What a variant selects to sort its options by its product's option types. Decision: R9, R35. */
export const optionSelection = {
  optionValues: {
    select: {
      optionTypeId: true,
      optionValue: {
        select: {
          id: true,
          name: true,
          presentation: true,
          optionType: { select: { name: true, presentation: true } },
        },
      },
    },
  },
  product: { select: { optionTypes: { select: { optionTypeId: true, position: true } } } },
} as const;

interface Selected {
  readonly optionValues: readonly {
    readonly optionTypeId: bigint;
    readonly optionValue: {
      readonly id: bigint;
      readonly name: string;
      readonly presentation: string;
      readonly optionType: { readonly name: string; readonly presentation: string };
    };
  }[];
  readonly product: { readonly optionTypes: readonly { optionTypeId: bigint; position: number }[] };
}

/** The options of a variant: by the type's position in the product, then by type. Decision: R9. */
export function orderedOptions({ optionValues, product }: Selected): OptionValueShape[] {
  if (optionValues.length === 0) return [];
  const positions = new Map(
    product.optionTypes.map(({ optionTypeId, position }) => [optionTypeId, position]),
  );
  const position = ({ optionTypeId }: OptionValueShape): number =>
    positions.get(optionTypeId) ?? Number.MAX_SAFE_INTEGER;
  return optionValues
    .map(({ optionTypeId, optionValue: { id, name, presentation, optionType } }) => ({
      id,
      name,
      presentation,
      optionTypeId,
      optionTypeName: optionType.name,
      optionTypePresentation: optionType.presentation,
    }))
    .sort((a, b) => position(a) - position(b) || Number(a.optionTypeId - b.optionTypeId));
}

/** The summary of a variant's options. Decision: R35. */
export const optionsTextOf = (variant: Selected): string =>
  describeOptions(
    orderedOptions(variant).map((option, place) => ({
      typePosition: place,
      typeId: option.optionTypeId,
      typePresentation: option.optionTypePresentation,
      presentation: option.presentation,
    })),
  );

/** An option of a variant. Contract: Resources / OptionValue. Decision: R20. */
export const OptionValue = builder.objectRef<OptionValueShape>('OptionValue').implement({
  description: 'An option of a variant, such as Size: M.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The option value's id." }),
    name: t.exposeString('name', {
      description: 'Name, such as `m`; unique within the option type.',
    }),
    presentation: t.exposeString('presentation', { description: 'Name shown to customers.' }),
    optionTypeId: t.exposeID('optionTypeId', { description: "The option type's id." }),
    optionTypeName: t.exposeString('optionTypeName', {
      description: 'Name of the option type, such as `size`.',
    }),
    optionTypePresentation: t.exposeString('optionTypePresentation', {
      description: 'Name of the option type shown to customers, such as Size.',
    }),
  }),
});
