import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const folder = new URL('./', import.meta.url);

/** The ways in which one client could hurt others that docs/decisions/11-fair-shares.md answers. */
const findings = [...Array.from({ length: 27 }, (_, number) => String(number)), '18b'];

/** The line of a title: of a test, a group or a table of tests, alone or behind what begins it. */
const title = /^(?:(?:describe|test)\S*\()?(['"`])(.*)\1,/;

/** Findings named in titles: "safety 7 and 12". */
const named = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .flatMap((text) => text.split('\n'))
    .map((line) => title.exec(line.trim())?.[2] ?? '')
    .flatMap((text) => [...text.matchAll(/safety ((?:\d+b?(?:, | and )?)+)/gi)])
    .flatMap(([, numbers = '']) => numbers.match(/\d+b?/g) ?? []),
);

test.each(findings)(
  'way %s of one client to hurt the others has a test that names it',
  (finding) => {
    expect(named).toContain(finding);
  },
);
