import { graphql } from '../graphql.ts';

/** Fails for whoever has no good key. Decision: A3. */
export const Caller = graphql(`
  query Caller {
    viewer {
      id
    }
  }
`);
