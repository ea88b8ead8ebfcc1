import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';

/** Paths and ids. */
export function paths({ newer, older, order, token }: Ground): Row[] {
  const get = (path: string, ...headers: string[]): RawRequest => ({
    path,
    headers: [newer, ...headers],
  });
  const ids = [
    '0',
    '-1',
    '2147483648',
    '9007199254740993',
    '1e400',
    '1.5',
    '0x1',
    '%201',
    '%EF%BC%91',
    '9'.repeat(400),
    "1'--",
    '1;drop',
    '../1',
    '%2e%2e',
    'null',
    'undefined',
    'NaN',
    '[object%20Object]',
  ];
  return [
    ...ids.flatMap((id): Row[] => [
      [`an order called ${id.slice(0, 20)}`, [404], get(`/api/orders/${id}`)],
      [`a variant called ${id.slice(0, 20)}`, [404, 406], get(`/api/variants/${id}`)],
    ]),
    ['a broken percent sequence', [400], get('/api/orders/%zz')],
    ['a percent sequence that is no UTF-8', [400], get('/api/orders/%FF')],
    ['a percent sequence of U+0000', [400], get('/api/orders/%00')],
    ['a slash inside a name', [404], get(`/api/orders/${order}%2Fempty`)],
    ['a path of slashes', [404], get('////////')],
    ['a path up and up', [404], get('/api/../../etc/passwd')],
    ['a suffix nobody serves', [406], get(`/api/orders/${order}.xml`)],
    ['a suffix on a list', [406], get('/api/orders.csv')],
    ['an address of 20 KB', [431], get(`/api/orders?q=${'a'.repeat(20_000)}`)],
    ['a method nobody serves', [405], { method: 'TRACE', path: '/api/orders', headers: [newer] }],
    [
      'a method on the wrong path',
      [405],
      { method: 'DELETE', path: `/api/orders/${order}`, headers: [newer] },
    ],
    [
      'a HEAD of what is missing',
      [404],
      { method: 'HEAD', path: '/api/orders/none', headers: [newer] },
    ],
    ['an OPTIONS of everything', [404], { method: 'OPTIONS', path: '*', headers: [newer] }],
    [
      'a PUT without body and length',
      [200],
      { method: 'PUT', path: `/api/orders/${order}`, headers: [newer] },
    ],
    ['an Accept that nobody serves', [406], get(`/api/orders/${order}`, 'Accept: text/html;q=0')],
    [
      'a key of 8 KB',
      [401],
      { path: '/api/orders', headers: [`X-ServiceAPIKey: ${'k'.repeat(8_000)}`] },
    ],
    [
      'a key of odd bytes',
      [401],
      { path: '/api/orders', headers: ['X-ServiceAPIKey: \u00ff\u00fe'] },
    ],
    [
      'a Basic that is no base64',
      [401],
      { path: '/api/orders', headers: ['Authorization: Basic !!!'] },
    ],
    ['a token that is an object', [401], { path: `/api/orders/${order}?order_token[not]=x` }],
    ['a token that is a list', [401], { path: `/api/orders/${order}?order_token[]=${token}` }],
    ['two credentials', [200, 400, 401], { path: `/api/orders/${order}`, headers: [newer, older] }],
  ];
}
