import { readFileSync } from 'node:fs';

const records = readFileSync(new URL('./presenters/records.md', import.meta.url), 'utf8');

/** The JSON bodies below a number of presenters/records.md, in order. */
export function readExamples(number: string): unknown[] {
  const [, section] = records.split(`**${number} `);
  const [own = ''] = section?.split(/\n\*\*R\d+ /) ?? [];
  const blocks = [...own.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  if (blocks.length === 0) throw new Error(`There is no example under ${number}.`);
  return blocks.map((text) => JSON.parse(text) as unknown);
}
