import { describe, expect, test } from '@jest/globals';
import { print, validate } from 'graphql';
import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';
import { narrowOperations } from '../../rest/operations-by-format.ts';
import type { Call } from '../../rest/route.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';
import { Specimens } from './specimens.ts';

const forms = [newer, createOlder('America/New_York')];
const operations = narrowOperations(1);
const specimens = new Specimens(schema);

const find = (method: string, path: string) => {
  const route = routes.find((row) => row.method === method && row.path === path);
  if (!route) throw new Error(`No route ${method} ${path}.`);
  return route;
};

describe.each(forms)('in the $name form', (form) => {
  const call: Call = { params: {}, query: {}, event: null, attributes: {}, search: {}, form };

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s shows the same with the fields it asks for as with all',
    (_title, route) => {
      const narrowed = operations.of(route, form);
      expect(validate(schema, narrowed)).toEqual([]);
      const shown = specimens.of(narrowed).map((result) => route.show(result, call));
      const whole = specimens.of(route.operation).map((result) => route.show(result, call));
      const written = (answers: typeof shown) =>
        answers.map(({ body, stamp, location }) => JSON.stringify({ body, stamp, location }));
      expect(written(shown)).toEqual(written(whole));
      const figures = (answers: typeof shown) =>
        answers.map(({ page }) => page && { ...page, nodes: page.nodes.length });
      expect(figures(shown)).toEqual(figures(whole));
    },
  );
});

test('neither format selects what only the other shows', () => {
  const route = find('GET', '/api/orders/:order');
  const [ofNewer = '', ofOlder = ''] = forms.map((form) => print(operations.of(route, form)));
  expect(ofNewer).toContain('displayTotal');
  expect(ofNewer).not.toContain('creditTotal');
  expect(ofOlder).toContain('creditTotal');
  expect(ofOlder).not.toContain('manifest');
});
