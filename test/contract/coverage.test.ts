import { describe, expect, test } from '@jest/globals';
import { routes } from '../../rest/routes.ts';
import { examples } from './examples/index.ts';

const named = routes.map(({ method, path }) => `${method} ${path}`);

describe('every endpoint has an example of success and of refusal in each form', () => {
  test.each(named)('%s', (route) => {
    const covered = examples
      .filter((example) => example.route === route)
      .map(({ outcome, form }) => `${outcome} in the ${form} form`);
    expect([...new Set(covered)].sort()).toEqual([
      'accepted in the newer form',
      'accepted in the older form',
      'refused in the newer form',
      'refused in the older form',
    ]);
  });
});

test('no two routes have the same method and path', () => {
  expect(new Set(named).size).toBe(named.length);
});

test('every example is of an endpoint', () => {
  expect(examples.map(({ route }) => route).filter((route) => !named.includes(route))).toEqual([]);
});
