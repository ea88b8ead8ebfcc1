import { expect, test } from '@jest/globals';
import { readAddress } from '../../rest/request/suffix.ts';

test.each([
  ['/api/orders', '/api/orders', 'none'],
  ['/api/orders///', '/api/orders', 'none'],
  ['/api/orders.json', '/api/orders', 'json'],
  ['/api/orders/R1/event.json/', '/api/orders/R1/event', 'json'],
  ['/api/orders.JSON', '/api/orders', 'other'],
  ['/api/orders/R1.xml', '/api/orders/R1', 'other'],
  ['/api/orders/R1.5', '/api/orders/R1.5', 'none'],
  ['/api//orders', '/api//orders', 'none'],
  ['/', '/', 'none'],
  ['/api/orders/R%2F1', '/api/orders/R%2F1', 'none'],
])('F3: %s is the path %s with suffix %s after', (path, cut, suffix) => {
  expect(readAddress(path)).toEqual({ path: cut, suffix });
});

test.each(['/api/orders/%zz', '/api/orders/%', '/api/orders/%E4', '/api/orders/%00'])(
  'A28: %s cannot be read',
  (path) => {
    expect(readAddress(path)).toBeUndefined();
  },
);
