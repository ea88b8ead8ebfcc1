/**
 * Replaces the text between the markers `<!-- NAME -->` and `<!-- /NAME -->` by a report.
 * Throws an Error if they are missing.
 */
export function replaceBlock(text: string, name: string, report: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`There is no block from ${start} to ${end}.`);
  return `${text.slice(0, from)}${start}\n\n${report}\n\n${text.slice(to)}`;
}
