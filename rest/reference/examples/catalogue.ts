import { type ExampleTable, sent } from './example.ts';

const variants: ExampleTable[string] = {
  q: {
    'Part of a SKU': { sku_cont: 'APR', s: 'sku asc' },
    'Low stock': { count_on_hand_lt: '10' },
  },
  search: { 'One SKU': { sku: 'APR-M-NAT' } },
};

export const catalogueExamples: ExampleTable = {
  listProducts: {
    q: {
      'Part of a name': { name_cont: 'apron' },
      'By price': { price_lteq: '50', s: 'name asc' },
    },
    search: { 'One product': { permalink: 'linen-apron' } },
  },
  createProduct: {
    accepted: sent('What a product needs', {
      product: { name: 'Felt Hat', description: 'Grey.', price: '34.50' },
    }),
    refused: sent('No name and no price', { product: { description: 'Grey.' } }),
  },
  updateProduct: {
    path: { product: 'rain-cape' },
    accepted: sent('Another description', { product: { description: 'Waxed cotton.' } }),
    refused: sent('A blank name', { product: { name: '' } }),
  },
  deleteProduct: {
    accepted: { says: 'A product', path: { product: 'rain-cape' } },
    refused: { says: 'A deleted product', path: { product: 'clay-teapot' } },
  },
  listVariants: variants,
  listProductVariants: variants,
  createProductVariant: {
    path: { product: 'rain-cape' },
    accepted: sent('A variant with its price and stock', {
      variant: { sku: 'CAP-XL', price: '89.00', count_on_hand: 5 },
    }),
    refused: sent('A price below zero', { variant: { sku: 'CAP-XL', price: '-1' } }),
  },
  updateProductVariant: {
    path: { product: 'canvas-tote', id: 21 },
    accepted: sent('A new stock count', { variant: { count_on_hand: 12 } }),
    refused: sent('A price below zero', { variant: { price: '-1' } }),
  },
  deleteProductVariant: {
    accepted: { says: 'A variant', path: { product: 'canvas-tote', id: 21 } },
  },
  listCountries: {
    q: { 'One country': { iso_eq: 'US' } },
    search: { 'Part of a name': { name: 'United' } },
  },
  listCountryStates: {
    q: { 'One state': { abbr_eq: 'ME' } },
    search: { 'Part of a name': { name: 'New' } },
  },
  listStates: {
    q: { 'One state': { name_eq: 'Maine' } },
    search: { 'Part of a name': { name: 'New' } },
  },
};
