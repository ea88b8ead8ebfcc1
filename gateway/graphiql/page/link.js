/** The query and variables that a link to this page opens with; they stand behind the `#`, which no log sees. */
export function readLink() {
  const { hash, pathname } = window.location;
  const link = new URLSearchParams(hash.slice(1));
  // a reload is not to open them once more
  if (hash !== '') window.history.replaceState(null, '', pathname);
  return {
    query: link.get('query') ?? undefined,
    variables: link.get('variables') ?? undefined,
  };
}
