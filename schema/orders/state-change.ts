import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { connectionOf, placeArguments } from '../search/connection.ts';
import { having } from '../search/find-page.ts';
import { findPageBelow, recordAbove } from '../search/page-below.ts';
import { onlyListed } from '../search/searchable.ts';
import { HistoryEvent, HistoryKind, HistoryState } from '../states.ts';
import { Order } from './order.ts';

const StateChange = builder.prismaObject('StateChange', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'createdAt'),
    kind: t.expose('statefulType', { type: HistoryKind, description: 'What changed.' }),
    recordId: t.exposeID('statefulId'),
    event: t.expose('event', {
      type: HistoryEvent,
      description:
        'The event that was fired; `EMPTY` and `SET_BACK` for steps back, `UNRECORDED` for a change that was recorded later.',
    }),
    from: t.expose('previousState', { type: HistoryState }),
    to: t.expose('nextState', { type: HistoryState }),
  }),
});

const StateChangeConnection = connectionOf(StateChange, 'state changes');

const histories = onlyListed(attributeList('StateChange', own('StateChange', 'id')));

builder.prismaObjectField(Order, 'history', (t) =>
  t.field({
    type: StateChangeConnection,
    description: 'What happened to the order and its parts, oldest first.',
    args: placeArguments(t.arg),
    select: { id: true },
    resolve: (order, args, context, info) =>
      findPageBelow(order, info, histories, context, args, having('order_id', recordAbove), [
        { field: 'id' },
      ]),
  }),
);
