import type { Decimal } from 'decimal.js';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { isPermitted } from '../abilities.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { maximumCount, parseInteger } from '../domain/measures.ts';
import { accept, type Reading, refuse, words } from '../domain/messages.ts';
import { isAmount, parseMoney } from '../domain/money.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { asked, asksNothing, isHeard, noteUnheard } from '../heard.ts';
import { inputRules } from '../input-rules.ts';
import { piecesFor } from '../list-room.ts';
import { wholeField } from '../number-fields.ts';
import {
  type WorkingLine,
  type WorkingVariant,
  workingVariant,
} from '../order-desk/working-order.ts';
import { visibilityIn, visibleVariant } from '../products/visibility.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { ChangedLine, NewLine } from './line-change.ts';

/** What `merge` says wherever a variant is added to an order. */
export const mergeDescription =
  'If the variant is in the order already: true adds the quantity to its line item, false creates a second line item. Without `orders.override` you add none to a line item whose price was set by hand.';

const rules = inputRules({ either: [['variantId', 'sku']] });

const fieldsOf = (t: InputFields, quantity: string) => ({
  variantId: t.id({ description: 'Id of the variant.' }),
  sku: t.string({ description: 'SKU of the variant, in place of `variantId`.' }),
  quantity: wholeField(t, { description: quantity }),
  price: t.field({
    type: 'Money',
    description: "Price per unit, in place of the variant's price. You need `orders.override`.",
  }),
});

export const AddLineItemInput = builder.inputType('AddLineItemInput', {
  ...rules,
  description: 'A new line item. It needs `variantId` or `sku`.',
  fields: (t) => fieldsOf(t, 'Number of units; 1 if left out.'),
});

const changedQuantity = 'Number of units, in place of the previous one; 0 removes the line item.';

export const UpdateLineItemInput = builder.inputType('UpdateLineItemInput', {
  ...rules,
  fields: (t) => fieldsOf(t, changedQuantity),
});

export const OrderLineItemInput = builder.inputType('OrderLineItemInput', {
  ...rules,
  description: 'A line item to change, with `id`, or to add, without.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the line item to change.' }),
    ...fieldsOf(t, `${changedQuantity} A new line item has 1 if it is left out.`),
  }),
});

type LineItemAttributes = typeof OrderLineItemInput.$inferInput;

/** A variant that an entry names, or why it cannot be ordered. */
type FoundVariant = Reading<WorkingVariant>;

/** A master stands for its product: where that has other variants, the customer chooses among them. Decision: C12. */
const notInPlaceOfOthers = {
  OR: [
    { isMaster: false },
    { product: { variants: { none: { isMaster: false, deletedAt: null } } } },
  ],
};

const soughtVariant = { select: { ...workingVariant.select, sku: true } } as const;

/**
 * The visible variants that entries name, by id and by SKU, in one statement; another one tells of masters that the caller
 * may not order.
 */
export async function findVariants(
  write: Write,
  entries: readonly LineItemAttributes[],
): Promise<(entry: LineItemAttributes) => FoundVariant> {
  const ids = entries.flatMap(({ variantId }) => parseId(variantId) ?? []);
  const skus = entries.flatMap(({ variantId, sku }) =>
    isBlank(variantId) ? soughtText(sku) || [] : [],
  );
  if (ids.length + skus.length === 0) return () => refuse(words.invalid);
  const { tx, viewer } = write;
  const visibility = visibilityIn(write, 'variants');
  const named = [
    ...(ids.length > 0 ? [{ id: { in: ids } }] : []),
    ...(skus.length > 0 ? [{ sku: { in: skus } }] : []),
  ];
  const read = (where: Prisma.VariantWhereInput) =>
    tx.variant.findMany({
      ...soughtVariant,
      where: { ...visibleVariant(visibility), OR: named, ...where },
      orderBy: { id: 'asc' },
    });
  const mayOrderMasters = isPermitted(viewer, 'orders.override');
  const variants = await read(mayOrderMasters ? {} : { AND: [notInPlaceOfOthers] });
  const isMissing = entries.some((entry) => hasVariant(entry) && !namedBy(entry, variants));
  const masters = isMissing && !mayOrderMasters ? await read({ isMaster: true }) : [];
  return (entry) => {
    const variant = namedBy(entry, variants);
    if (variant) return accept(variant);
    return refuse(namedBy(entry, masters) ? words.masterOfOthers : words.invalid);
  };
}

function namedBy<Variant extends { readonly id: bigint; readonly sku: string }>(
  { variantId, sku }: LineItemAttributes,
  variants: readonly Variant[],
): Variant | undefined {
  if (isBlank(variantId)) {
    const named = soughtText(sku);
    return variants.find((variant) => variant.sku !== '' && variant.sku === named);
  }
  const id = parseId(variantId);
  return variants.find((variant) => variant.id === id);
}

const anyCount = { min: 0, max: maximumCount };

/** What an entry asks of a line item, also where it names another variant. */
const askedOfLine = (
  { viewer, settings }: Write,
  line: WorkingLine,
  entry: LineItemAttributes,
): LineItemAttributes =>
  asked(viewer, entry, {
    variantId: (sent) => parseId(sent) === line.variantId,
    quantity: (sent) => {
      const quantity = parseInteger(sent, anyCount);
      return quantity.ok && quantity.value === line.quantity;
    },
    price: (sent) => isAmount(sent, settings.currency, line.price),
  });

const hasVariant = ({ variantId, sku }: LineItemAttributes): boolean =>
  !isBlank(variantId) || !isBlank(sku);

/** The price that was sent, null if none was or the caller may not set it; undefined if it is invalid. */
function readPrice(
  reader: AttributeReader,
  { viewer, settings }: Write,
  price: LineItemAttributes['price'],
): Decimal | null | undefined {
  return isHeard({ viewer, reader }, 'orders.override', 'price', price)
    ? reader.read('price', parseMoney(price, settings.currency))
    : null;
}

/** Reads an entry that adds units; adds messages for invalid attributes. */
export function readNewLine(
  reader: AttributeReader,
  write: Write,
  entry: LineItemAttributes,
  named: FoundVariant,
): NewLine | undefined {
  const variant = reader.read('variantId', hasVariant(entry) ? named : refuse(words.blank));
  const bounds = { min: 1, max: piecesFor(write.viewer).line };
  const quantity = isBlank(entry.quantity)
    ? 1
    : reader.read('quantity', parseInteger(entry.quantity, bounds));
  const price = readPrice(reader, write, isBlank(entry.price) ? undefined : entry.price);
  if (!variant || quantity === undefined || price === undefined) return undefined;
  return { kind: 'add', variant, quantity, price, key: reader.prefix };
}

/**
 * Reads an entry that changes a line item; what is not sent stays. Undefined if the entry is invalid, or if REST sent the
 * line item back as it was read.
 */
export function readChangedLine(
  reader: AttributeReader,
  write: Write,
  line: WorkingLine,
  sent: LineItemAttributes,
  named: FoundVariant,
): ChangedLine | undefined {
  const { viewer } = write;
  const entry = askedOfLine(write, line, sent);
  if (asksNothing(viewer, entry)) return undefined;
  for (const name of ['variantId', 'sku'] as const) {
    if (entry[name] !== undefined && isBlank(entry[name])) {
      noteUnheard({ viewer, reader }, name, words.blank);
    }
  }
  const namesVariant = hasVariant(entry);
  const isSame = parseId(sent.variantId) === line.variantId;
  if (namesVariant && !named.ok && !isSame) reader.note('variantId', named.message);
  // the present quantity may be sent back
  const bounds = { min: 0, max: Math.max(line.quantity, piecesFor(viewer).line) };
  const quantity =
    entry.quantity === undefined
      ? null
      : reader.read('quantity', parseInteger(entry.quantity, bounds));
  const price = readPrice(reader, write, entry.price);
  if (quantity === undefined || price === undefined || reader.hasMessages) return undefined;
  const other = namesVariant && named.ok ? named.value : null;
  return { kind: 'set', line, quantity, variant: other, price, key: reader.prefix };
}
