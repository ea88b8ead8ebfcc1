import { graphql } from '../graphql.ts';

/** Fails for callers without a valid key. Decision: A3. */
export const Caller = graphql(`
  query Caller {
    viewer {
      id
    }
  }
`);
