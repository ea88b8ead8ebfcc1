/** The edit distance: characters added, removed, changed, or swapped with their neighbour. */
function distance(one: string, other: string): number {
  const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
  let twoBefore: readonly number[] = [];
  let before: readonly number[] = Array.from(`${other} `, (_letter, column) => column);
  for (const [row, letter] of Array.from(one).entries()) {
    const costs = [row + 1];
    for (const [column, wanted] of Array.from(other).entries()) {
      const isSwapped = one[row - 1] === wanted && letter === other[column - 1];
      costs.push(
        Math.min(
          at(costs, column) + 1,
          at(before, column + 1) + 1,
          at(before, column) + (letter === wanted ? 0 : 1),
          isSwapped ? at(twoBefore, column - 1) + 1 : Infinity,
        ),
      );
    }
    [twoBefore, before] = [before, costs];
  }
  return at(before, other.length);
}

/** The known name closest to a mistyped one, at most `most(name)` edits away, ignoring case. */
export function nearMiss(
  word: string,
  known: readonly string[],
  most: (name: string) => number = (name) => Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  const sent = word.toLowerCase();
  const close = known.flatMap((name) => {
    // a larger difference in length need not be computed
    if (Math.abs(name.length - sent.length) > most(name)) return [];
    const letters = distance(sent, name.toLowerCase());
    return letters <= most(name) ? [{ name, letters }] : [];
  });
  return close.sort((one, other) => one.letters - other.letters)[0]?.name;
}

/** ` Did you mean ...?` if there is a close name, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearMiss(word, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
