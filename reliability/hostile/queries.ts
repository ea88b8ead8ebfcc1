import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';

/** Queries and searches. */
export function queries({ newer, older, order }: Ground): Row[] {
  const list = (query: string, by = newer): RawRequest => ({
    path: `/api/orders?${query}`,
    headers: [by],
  });
  const pages = ['NaN', '-1', '0', '2.5', '1e99', '', '[]', '99999999999999999999', '%00'];
  return [
    ...pages.flatMap((page): Row[] => [
      [`page ${page}`, [200], list(`page=${page}`)],
      [`per_page ${page}`, [200], list(`per_page=${page}`)],
    ]),
    ['page as a list', [200], list('page[]=1&per_page[x]=2')],
    ['the last page there could be', [200], list('page=2147483647&per_page=500')],
    [
      '5,000 parameters',
      [400, 431],
      list(Array.from({ length: 5_000 }, (_, at) => `${(at % 36).toString(36)}=`).join('&')),
    ],
    ['a name 50 brackets deep', [400], list(`q${'[a]'.repeat(50)}=1`)],
    ['a position of 999,999', [400], list('q[id_in][999999]=1')],
    ['brackets that do not pair', [200], list('q[[]]=1&q[=1&]q=1')],
    [
      'SQL in a value',
      [200],
      list(`q[number_eq]=${encodeURIComponent("R1' OR '1'='1'; DROP TABLE orders; --")}`),
    ],
    [
      'SQL in a name',
      [200, 422],
      list(`q[${encodeURIComponent("number'); DROP TABLE orders; --")}_eq]=1`),
    ],
    ['patterns in a value', [200], list('q[number_cont]=%25%5F%5C')],
    ['a pattern that ends in a backslash', [200], list('q[email_matches]=%5C')],
    ['patterns made to be slow', [422], list(`q[email_matches]=${'%25a'.repeat(200)}b`)],
    ['U+0000 in a value', [422], list('q[number_eq]=%00')],
    ['half a surrogate in a value', [400], list('q[number_eq]=%ED%A0%80')],
    ['an id beyond all ids', [422], list(`q[id_eq]=${'9'.repeat(40)}`)],
    ['an id that is none', [422], list('q[id_eq]=abc')],
    ['money that is none', [422], list('q[total_gt]=1e5')],
    ['a date that does not exist', [422], list('q[created_at_gt]=2024-02-30')],
    ['a year of 275760', [422], list('q[created_at_gt]=%2B275760-09-13')],
    ['a sort by what nobody may sort by', [200], list('q[s]=token+asc')],
    ['a sort by SQL', [200], list(`q[s]=${encodeURIComponent('id; DROP TABLE orders')}`)],
    [
      'a hundred sorts',
      [200, 422],
      list(Array.from({ length: 100 }, () => 'q[s][]=id+asc').join('&')),
    ],
    ['a search by a secret', [200, 422], list('q[token_start]=a&q[user_api_key_hash_eq]=a')],
    [
      '501 values',
      [422],
      list(`q[id_in]=${Array.from({ length: 501 }, (_, at) => at + 1).join(',')}`),
    ],
    [
      'a thousand conditions',
      [200, 400, 422],
      list(
        Array.from({ length: 500 }, (_, at) => `q[g][${String(at)}][id_eq]=${String(at)}`).join(
          '&',
        ),
      ),
    ],
    [
      'groups in groups in groups',
      [200, 400, 422],
      list('q[g][0][g][0][g][0][g][0][g][0][id_eq]=1'),
    ],
    ['search in the other form', [422], list('search[number]=%25&search[[]=1', older)],
    [
      'an event that is a list',
      [422],
      { method: 'PUT', path: `/api/orders/${order}/event?e[]=cancel`, headers: [newer] },
    ],
    [
      'an event of 10,000 characters',
      [422],
      {
        method: 'PUT',
        path: `/api/orders/${order}/event?e=${'x'.repeat(10_000)}`,
        headers: [newer],
      },
    ],
    [
      'an event called __proto__',
      [422],
      { method: 'PUT', path: `/api/orders/${order}/event?e=__proto__`, headers: [newer] },
    ],
    [
      'an event called constructor',
      [422],
      { method: 'PUT', path: `/api/orders/${order}/event?e=constructor`, headers: [older] },
    ],
    [
      'a verb called toString',
      [404],
      { method: 'PUT', path: `/api/orders/${order}/toString`, headers: [newer] },
    ],
  ];
}
