import { builder } from '../builder.ts';
import { byOptionType, describeOptions } from '../domain/options-text.ts';
import { rowMemory } from '../domain/remembering.ts';
import { OptionType, type OptionTypeShape } from './option-type.ts';

/** One option of a variant with its option type, e.g. `Size: M`. */
interface OptionValueShape {
  readonly id: bigint;
  readonly name: string;
  readonly presentation: string;
  readonly optionType: OptionTypeShape;
}

/** The options of variants in order: several fields show them. */
const inOrder = rowMemory<readonly OptionValueShape[]>();

interface Selected {
  readonly optionValues: readonly { readonly optionValue: OptionValueShape }[];
  readonly product: { readonly optionTypes: readonly { optionTypeId: bigint; position: number }[] };
}

/** The options of a variant: by the type's position in the product, then by type. Decision: R9. */
export const orderedOptions = (variant: Selected): readonly OptionValueShape[] =>
  inOrder(variant, () => {
    const options = variant.optionValues.map(({ optionValue }) => optionValue);
    return byOptionType(options, variant.product.optionTypes);
  });

export const optionsTextOf = (variant: Selected): string =>
  describeOptions(orderedOptions(variant));

export const OptionValue = builder.objectRef<OptionValueShape>('OptionValue').implement({
  description: 'An option of a variant, such as Size: M.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The option value's id." }),
    name: t.exposeString('name', {
      description: 'Name, such as `m`; unique within the option type.',
    }),
    presentation: t.exposeString('presentation', { description: 'Name shown to customers.' }),
    optionType: t.expose('optionType', {
      type: OptionType,
      description: 'What it is a value of, such as Size.',
      // read with every option, because it is part of the summary
      extensions: { weighsAs: 'nothing' },
    }),
  }),
});
