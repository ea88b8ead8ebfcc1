/** The values of an operation's variables, without absent ones. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number, or a function of a request's variables. */
export type Term = number | ((variables: Variables) => number);

/** The value of a term for these variables. */
export const evaluate = (term: Term, variables: Variables): number =>
  typeof term === 'number' ? term : term(variables);

/** The sum of terms; a number if no variable is involved. */
export function sum(terms: readonly Term[]): Term {
  const open = terms.filter((term) => typeof term === 'function');
  const fixed = terms.reduce<number>(
    (all, term) => (typeof term === 'number' ? all + term : all),
    0,
  );
  if (open.length === 0) return fixed;
  return (variables) => open.reduce((all, term) => all + term(variables), fixed);
}

export function product(one: Term, other: Term): Term {
  if (typeof one === 'number' && typeof other === 'number') return one * other;
  return (variables) => evaluate(one, variables) * evaluate(other, variables);
}

/** A term that is computed once per request, however often it is used. */
export function onceARequest(term: Term): Term {
  if (typeof term === 'number') return term;
  const known = new WeakMap<Variables, number>();
  return (variables) => {
    const value = known.get(variables) ?? term(variables);
    known.set(variables, value);
    return value;
  };
}
