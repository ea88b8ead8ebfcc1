import { describe, expect, test } from '@jest/globals';
import { parametersOf } from './reference-document.ts';

describe('the reference says of a header', () => {
  const ifMatch = (method: string, path: string): string | undefined =>
    parametersOf(method, path).find(({ name }) => name === 'If-Match')?.description;

  test('L9: that the tag of the order guards the write of a shipment that the order alone names', () => {
    expect(ifMatch('put', '/api/orders/:order/shipments')).toContain('`ETag` of the order');
    for (const path of [
      '/api/orders/:order/shipments/:shipment',
      '/api/orders/:order',
      '/api/checkouts/:order',
    ])
      expect(ifMatch('put', path)).toContain('`ETag` of the record');
    expect(ifMatch('delete', '/api/orders/:order/line_items/:id')).toContain(
      '`ETag` of the record',
    );
  });
});
