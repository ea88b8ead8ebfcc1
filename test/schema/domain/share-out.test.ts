import { describe, expect, test } from '@jest/globals';
import { groupsOf } from '../../../schema/domain/groups.ts';
import { shareOut } from '../../../schema/domain/share-out.ts';

describe('where added units go (T45)', () => {
  const shipment = (id: bigint, state: 'pending' | 'ready_to_ship' | 'shipped' | 'canceled') => ({
    id,
    state,
  });

  type Shares = readonly (readonly [bigint | undefined, number])[];

  const shared = (
    shipments: readonly ReturnType<typeof shipment>[],
    quantity: number,
    holding: readonly bigint[],
    lost: readonly bigint[] = [],
    emptied: readonly bigint[] = [],
    filled: readonly bigint[] = [],
  ): Shares => {
    const places = {
      holding: new Set(holding),
      lost: groupsOf(lost, (id) => id),
      emptied: new Set(emptied),
      filled: new Set(filled),
    };
    return [...shareOut(quantity, shipments, places)];
  };

  test.each([
    [
      'the first pending one with the variant',
      [shipment(2n, 'pending'), shipment(3n, 'pending'), shipment(4n, 'pending')],
      [3n, 4n],
      3n,
    ],
    [
      'else the first pending one',
      [shipment(1n, 'ready_to_ship'), shipment(2n, 'pending'), shipment(3n, 'pending')],
      [1n],
      2n,
    ],
    [
      'else the first that is ready',
      [shipment(1n, 'shipped'), shipment(2n, 'ready_to_ship'), shipment(3n, 'ready_to_ship')],
      [1n, 3n],
      2n,
    ],
    ['else a new one', [shipment(1n, 'shipped'), shipment(2n, 'canceled')], [], undefined],
  ])('%s', (_which, shipments, holding, id) => {
    expect(shared(shipments, 4, holding)).toEqual([[id, 4]]);
  });

  test('of those that are emptied first one that nothing has joined', () => {
    const two = [shipment(1n, 'pending'), shipment(2n, 'pending')];
    expect(shared(two, 1, [], [], [1n, 2n])).toEqual([[1n, 1]]);
    expect(shared(two, 1, [], [], [1n, 2n], [1n])).toEqual([[2n, 1]]);
    expect(shared(two, 1, [], [1n, 2n], [1n, 2n], [1n])).toEqual([[2n, 1]]);
  });

  const boxes = [shipment(1n, 'pending'), shipment(2n, 'ready_to_ship'), shipment(3n, 'pending')];

  test.each<readonly [string, number, bigint[], bigint[], bigint[], Shares]>([
    [
      'where the line lost as many',
      3,
      [1n],
      [2n, 2n, 3n],
      [],
      [
        [3n, 1],
        [2n, 2],
      ],
    ],
    [
      'the others where the first goes',
      4,
      [],
      [2n, 3n],
      [],
      [
        [3n, 3],
        [2n, 1],
      ],
    ],
    [
      'first where nothing else is',
      2,
      [],
      [1n, 1n, 2n],
      [2n],
      [
        [2n, 1],
        [1n, 1],
      ],
    ],
    [
      'one into each that would be empty',
      3,
      [],
      [],
      [1n, 2n],
      [
        [1n, 2],
        [2n, 1],
      ],
    ],
    ['as many as there are', 1, [], [], [2n, 3n], [[3n, 1]]],
    ['with their variant, if a pending one has it', 2, [1n], [], [3n], [[1n, 2]]],
    [
      'into all that would be empty and had it',
      2,
      [1n, 3n],
      [],
      [1n, 3n],
      [
        [1n, 1],
        [3n, 1],
      ],
    ],
    ['where it was, if that is ready', 2, [2n], [], [1n, 2n], [[2n, 2]]],
    ['nowhere that has left', 2, [], [7n], [7n], [[1n, 2]]],
  ])('in an exchange %s', (_where, quantity, holding, lost, emptied, shares) => {
    expect(shared(boxes, quantity, holding, lost, emptied)).toEqual(shares);
  });
});
