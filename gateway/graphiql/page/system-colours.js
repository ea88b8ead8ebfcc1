import { useEffect } from 'react';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';

/** Lets the editors follow the system from day to night; GraphiQL reads its colours only when it begins. */
export function SystemColours() {
  const theme = useGraphiQL((state) => state.theme);
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    if (theme !== null) return undefined;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setTheme(null);
    dark.addEventListener('change', follow);
    return () => dark.removeEventListener('change', follow);
  }, [theme, setTheme]);
  return null;
}
