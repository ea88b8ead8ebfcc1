import { useEffect } from 'react';
import { useGraphiQL } from '@graphiql/react';

/** Wraps long lines of the query, and has the pane of the answer say what it is for while it is empty. */
export function Editors() {
  const query = useGraphiQL((state) => state.queryEditor);
  const response = useGraphiQL((state) => state.responseEditor);
  useEffect(() => query?.updateOptions({ wordWrap: 'on' }), [query]);
  useEffect(
    () => response?.updateOptions({ placeholder: 'Run the query to see its answer here.' }),
    [response],
  );
  return null;
}
