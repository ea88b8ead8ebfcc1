import { builder } from '../builder.ts';

export interface OptionTypeShape {
  readonly id: bigint;
  readonly name: string;
  readonly presentation: string;
}

export const OptionType = builder.objectRef<OptionTypeShape>('OptionType').implement({
  description: 'What the variants of a product differ in, such as Size.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The option type's id." }),
    name: t.exposeString('name', { description: 'Unique name, such as `size`.' }),
    presentation: t.exposeString('presentation', { description: 'Name shown to customers.' }),
  }),
});
