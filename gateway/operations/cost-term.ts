/** The values of an operation's variables, without absent ones. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number, or a function of a request's variables. */
export type Term = number | ((variables: Variables) => number);

const evaluate = (term: Term, variables: Variables): number =>
  typeof term === 'number' ? term : term(variables);

/** Counts the evaluations of all requests, which are synchronous. */
let evaluation = 0;

/** The values of the terms of one request. */
export function evaluateAll<Name extends string>(
  terms: Readonly<Record<Name, Term>>,
  variables: Variables,
): Readonly<Record<Name, number>> {
  evaluation += 1;
  const values = {} as Record<Name, number>;
  for (const name in terms) values[name] = evaluate(terms[name], variables);
  return values;
}

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
  // not a WeakMap by variables: minor garbage collections treat the entries of an old map as alive
  let known = { evaluation: 0, value: 0 };
  return (variables) => {
    if (known.evaluation !== evaluation) known = { evaluation, value: term(variables) };
    return known.value;
  };
}
