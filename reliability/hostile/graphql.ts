import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';
import { form, json, nested } from './ground.ts';

/** GraphQL requests. */
export function graphql({ newer, order }: Ground): Row[] {
  const send = (body: string | Buffer, ...headers: string[]): RawRequest => ({
    method: 'POST',
    path: '/graphql',
    // With the older media type even a refused query has status 200.
    headers: [
      newer,
      'Accept: application/graphql-response+json',
      ...(headers.length > 0 ? headers : [json]),
    ],
    body,
  });
  const ask = (query: string, variables: unknown = {}): RawRequest =>
    send(JSON.stringify({ query, variables }));
  const read = 'query ($ref: OrderBy!) { order(by: $ref) { id } }';
  const bomb = Array.from(
    { length: 12 },
    (_, at) =>
      `fragment F${String(at)} on Order{a:shipments{order{...F${String(at + 1)}}}b:shipments{order{...F${String(at + 1)}}}}`,
  ).join('');
  return [
    ['no query', [400], send('{}')],
    ['a query that is a number', [400], send('{"query":1}')],
    ['a query that is blank', [400], ask(' ')],
    ['a query that is cut off', [400], ask('{ orders {')],
    ['a list of queries', [400], send(`[${JSON.stringify({ query: '{__typename}' })}]`)],
    ['variables that are a list', [400], send('{"query":"{__typename}","variables":[]}')],
    ['variables of the wrong type', [400], ask(read, { ref: { not: 'x' } })],
    ['variables that are missing', [400], ask(read)],
    [
      'an operation that is not there',
      [400],
      send('{"query":"query A{__typename}","operationName":"B"}'),
    ],
    ['a field that is not there', [400], ask('{ secrets }')],
    [
      'a fragment inside itself',
      [400],
      ask('{orders{nodes{...A}}} fragment A on Order{shipments{order{...A}}}'),
    ],
    ['a bomb of fragments', [400], ask(`{orders{nodes{...F0}}} ${bomb} fragment F12 on Order{id}`)],
    [
      'a thousand aliases',
      [400],
      ask(`{${Array.from({ length: 1000 }, (_, at) => `a${String(at)}:__typename`).join(' ')}}`),
    ],
    ['500 directives', [400], ask(`{__typename ${'@include(if: true) '.repeat(500)}}`)],
    ['a page of a million', [200, 400], ask('{orders(perPage: 1000000){nodes{id}}}')],
    ['a page of minus one', [200, 400], ask('{orders(perPage: -1, page: -1){nodes{id}}}')],
    ['an Int beyond 32 bits', [400], ask('{orders(page: 99999999999){nodes{id}}}')],
    [
      'a filter with U+0000',
      [200, 400],
      ask('query($f: OrderFilter){orders(filter: $f){nodes{id}}}', { f: { number: { eq: '\0' } } }),
    ],
    ['half a surrogate pair as a reference', [200], ask(read, { ref: { number: '\ud800' } })],
    [
      'a reference of 100,000 characters',
      [200],
      ask(read, { ref: { number: '9'.repeat(100_000) } }),
    ],
    [
      'an event called __proto__',
      [400],
      ask(
        `mutation{fireOrderEvent(by: { number: "${order}" },event: __PROTO__){ order {id } userErrors { code field message allowed lockVersion } }}`,
      ),
    ],
    [
      'an id that is none',
      [200],
      ask(
        `mutation{updateLineItem(order: { number: "${order}" },id:"x",input:{}){ lineItem {id } userErrors { code field message allowed lockVersion } }}`,
      ),
    ],
    [
      'an id with a fraction',
      [200, 400],
      ask(
        `mutation{updateLineItem(order: { number: "${order}" },id:1.5,input:{}){ lineItem {id } userErrors { code field message allowed lockVersion } }}`,
      ),
    ],
    ['a subscription', [400, 405], ask('subscription{__typename}')],
    [
      'a mutation by GET',
      [405],
      {
        path: `/graphql?query=${encodeURIComponent(`mutation{emptyOrder(by:{number:"${order}"}){ order {id } userErrors { code field message allowed lockVersion } }}`)}`,
        headers: [newer],
      },
    ],
    [
      'a GET without query',
      [400, 406],
      { path: '/graphql', headers: [newer, 'Accept: application/json'] },
    ],
    [
      'a GET with variables that are no JSON',
      [400],
      { path: '/graphql?query={__typename}&variables={', headers: [newer] },
    ],
    ['a form', [415], send('query={__typename}', form)],
    ['a bare document', [415], send('{__typename}', 'Content-Type: application/graphql')],
    ['2 MB of query', [413], ask(`{${'a '.repeat(1_000_000)}}`)],
    ['bytes that are no UTF-8', [400], send(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['a body 100,000 levels deep', [400], send(nested(100_000))],
    ['a byte order mark', [200], send('\uFEFF{"query":"{__typename}"}')],
  ];
}
