/**
 * The sample store's catalogue. Times are UTC; a variant's `options` are in the order of the product's option
 * types.
 * Decision: C39, C40.
 */

export interface SampleVariant {
  readonly sku: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price?: string;
  /** Absent: that of the product. */
  readonly costPrice?: string;
  readonly weight?: number;
  readonly countOnHand?: number;
  readonly backorderable?: boolean;
  readonly trackInventory?: boolean;
}

export interface SampleProduct {
  readonly made: string;
  readonly name: string;
  readonly price: string;
  readonly description?: string;
  readonly metaDescription?: string;
  readonly metaKeywords?: string;
  /** Absent: since it was created. Null: hidden. */
  readonly availableOn?: string | null;
  readonly shippingCategory?: string;
  readonly sku?: string;
  readonly costPrice: string;
  readonly weight?: number;
  readonly height?: number;
  readonly width?: number;
  readonly depth?: number;
  readonly countOnHand?: number;
  readonly backorderable?: boolean;
  readonly trackInventory?: boolean;
  readonly optionTypes?: readonly string[];
  readonly variants?: readonly SampleVariant[];
}

const variantOf = (
  sku: string,
  options: Readonly<Record<string, string>>,
  rest: Omit<SampleVariant, 'sku' | 'options'> = {},
): SampleVariant => ({ sku, options, ...rest });

const apronSizes = ['S', 'M', 'L', 'XL'];
const apronColors = { NAT: 'Natural', CHA: 'Charcoal' };

const shirts = [
  ['S', 'Slim', 'White'],
  ['M', 'Slim', 'White'],
  ['L', 'Slim', 'White'],
  ['M', 'Regular', 'Blue'],
  ['L', 'Regular', 'Blue'],
  ['XL', 'Regular', 'Blue'],
] as const;

export const products: readonly SampleProduct[] = [
  {
    made: '2025-01-10 08:00',
    name: 'Linen Apron',
    price: '24.50',
    description: 'Washed linen, two pockets.',
    metaDescription: 'An apron of washed linen in four sizes.',
    metaKeywords: 'apron, linen, kitchen',
    sku: 'APR',
    costPrice: '11.20',
    optionTypes: ['Size', 'Color'],
    variants: apronSizes.flatMap((size) =>
      Object.entries(apronColors).map(([code, color]) =>
        variantOf(
          `APR-${size}-${code}`,
          { Size: size, Color: color },
          {
            weight: 0.35,
            countOnHand: 40,
            ...(size === 'XL' && { price: '26.50' }),
          },
        ),
      ),
    ),
  },
  {
    made: '2025-01-10 08:20',
    name: 'Work Shirt',
    price: '58.00',
    description: 'Heavy cotton with a chest pocket.',
    sku: 'SHI',
    costPrice: '27.40',
    optionTypes: ['Size', 'Fit', 'Color'],
    variants: shirts.map(([Size, Fit, Color]) =>
      variantOf(
        `SHI-${Size}-${Fit.slice(0, 3).toUpperCase()}`,
        { Size, Fit, Color },
        { weight: 0.62, countOnHand: 25 },
      ),
    ),
  },
  {
    made: '2025-01-10 08:40',
    name: 'Enamel Mug',
    price: '12.00',
    description: 'Holds 350 ml. Not for microwave ovens.',
    sku: 'MUG',
    costPrice: '4.10',
    weight: 0.18,
    height: 8.5,
    width: 12,
    depth: 9,
    countOnHand: 200,
  },
  {
    made: '2025-01-11 08:00',
    name: 'Canvas Tote',
    price: '32.00',
    description: 'Waxed canvas, leather handles.',
    metaKeywords: 'bag, tote',
    sku: 'TOT',
    costPrice: '13.80',
    optionTypes: ['Color'],
    variants: ['Natural', 'Charcoal', 'Blue'].map((color) =>
      variantOf(`TOT-${color.slice(0, 3).toUpperCase()}`, { Color: color }, { countOnHand: 30 }),
    ),
  },
  {
    made: '2025-01-11 08:20',
    name: 'Canvas Tote',
    price: '19.00',
    description: 'The unlined tote of the first years, while it lasts.',
    sku: 'TOT-OLD',
    costPrice: '8.20',
    countOnHand: 9,
    backorderable: false,
  },
  {
    made: '2025-01-11 08:40',
    name: 'Wool Socks',
    price: '14.50',
    sku: 'SOC',
    costPrice: '5.60',
    optionTypes: ['Size'],
    variants: [
      variantOf('SOC-S', { Size: 'S' }, { weight: 0.09, countOnHand: 60 }),
      variantOf('SOC-M', { Size: 'M' }, { weight: 0.1, countOnHand: 1 }),
      variantOf('SOC-L', { Size: 'L' }, { weight: 0.11 }),
    ],
  },
  {
    made: '2025-01-13 08:00',
    name: 'Oak Stool',
    price: '149.00',
    description: 'Solid oak; stands without tools.',
    shippingCategory: 'Bulky',
    sku: 'STO',
    costPrice: '71.00',
    optionTypes: ['Finish'],
    variants: [
      variantOf('STO-OIL', { Finish: 'Oiled' }, { weight: 5.4, countOnHand: 12 }),
      variantOf('STO-RAW', { Finish: 'Raw' }, { costPrice: '66.50', weight: 5.3, countOnHand: 12 }),
    ],
  },
  {
    made: '2025-01-13 08:20',
    name: 'Field Notebook',
    price: '9.90',
    description: 'Sewn, 96 pages.',
    costPrice: '3.45',
    optionTypes: ['Ruling'],
    variants: [
      variantOf('NOT-PLA', { Ruling: 'Plain' }, { countOnHand: 80 }),
      variantOf('NOT-LIN', { Ruling: 'Lined' }, { countOnHand: 80 }),
      variantOf('NOT-DOT', { Ruling: 'Dotted' }, { countOnHand: 80 }),
      variantOf('NOT-SQU', { Ruling: 'Squared' }, { countOnHand: 5 }),
    ],
  },
  {
    made: '2025-01-13 08:40',
    name: 'Gift Card',
    price: '25.00',
    description: 'By letter. Good for anything in the store.',
    sku: 'GIF',
    costPrice: '0.60',
    trackInventory: false,
    optionTypes: ['Amount'],
    variants: [
      variantOf('GIF-25', { Amount: '25' }, { trackInventory: false }),
      variantOf('GIF-50', { Amount: '50' }, { price: '50.00', trackInventory: false }),
    ],
  },
  {
    made: '2025-01-14 08:00',
    name: 'Beeswax Candle',
    price: '17.00',
    description: 'Burns for forty hours. Sold out until the next harvest.',
    sku: 'CAN',
    costPrice: '6.80',
    weight: 0.4,
    backorderable: false,
  },
  {
    made: '2025-01-14 08:20',
    name: 'Steel Kettle',
    price: '64.00',
    description: 'For every stove.',
    availableOn: '2025-02-01T00:00:00Z',
    sku: 'KET',
    costPrice: '30.00',
    weight: 1.25,
    height: 21,
    width: 19.5,
    depth: 17,
    countOnHand: 40,
  },
  {
    made: '2025-01-14 08:40',
    name: 'Cotton Towel',
    price: '21.00',
    description: 'Woven honeycomb.',
    sku: 'TOW',
    costPrice: '8.10',
    optionTypes: ['Size'],
    variants: [
      variantOf('TOW-S', { Size: 'S' }, { countOnHand: 50 }),
      variantOf('TOW-M', { Size: 'M' }, { price: '28.00', costPrice: '10.90', countOnHand: 50 }),
      variantOf('TOW-L', { Size: 'L' }, { price: '36.00', costPrice: '14.20', countOnHand: 50 }),
    ],
  },
  {
    made: '2025-01-15 08:00',
    name: 'Rain Cape',
    price: '89.00',
    description: 'Not yet decided on.',
    availableOn: null,
    sku: 'CAP',
    costPrice: '38.00',
  },
  {
    made: '2025-01-15 08:20',
    name: 'Harvest Basket',
    price: '45.00',
    description: 'Willow, from the harvest of a later year.',
    availableOn: '2099-09-01T00:00:00Z',
    sku: 'BAS',
    costPrice: '17.50',
  },
  {
    made: '2025-01-15 08:40',
    name: 'Clay Teapot',
    price: '54.00',
    description: 'No longer made.',
    sku: 'POT',
    costPrice: '22.00',
    countOnHand: 2,
  },
];
