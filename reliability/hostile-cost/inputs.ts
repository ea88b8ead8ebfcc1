import { bodyInputs } from './body-inputs.ts';
import { graphqlInputs } from './graphql-inputs.ts';
import { headerInputs } from './header-inputs.ts';
import type { Input } from './input.ts';
import { lineInputs } from './line-inputs.ts';

/** Every kind of input, in the order of their table. */
export const inputs: readonly Input[] = [
  ...bodyInputs,
  ...lineInputs,
  ...headerInputs,
  ...graphqlInputs,
];

/** Settings with which every header has its reader. */
export const environment: Readonly<Record<string, string>> = { TRUST_PROXY: '1' };
