import type { ExampleTable } from './example.ts';

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
    accepted: {
      says: 'What a product needs',
      body: { product: { name: 'Felt Hat', description: 'Grey.', price: '34.50' } },
    },
    refused: { says: 'No name and no price', body: { product: { description: 'Grey.' } } },
  },
  updateProduct: {
    path: { product: 'rain-cape' },
    accepted: { says: 'Another description', body: { product: { description: 'Waxed cotton.' } } },
    refused: { says: 'A blank name', body: { product: { name: '' } } },
  },
  deleteProduct: {
    accepted: { says: 'A product', path: { product: 'rain-cape' } },
    refused: { says: 'A deleted product', path: { product: 'clay-teapot' } },
  },
  listVariants: variants,
  listProductVariants: variants,
  createProductVariant: {
    path: { product: 'rain-cape' },
    accepted: {
      says: 'A variant with its price and stock',
      body: { variant: { sku: 'CAP-XL', price: '89.00', count_on_hand: 5 } },
    },
    refused: {
      says: 'A price below zero',
      body: { variant: { sku: 'CAP-XL', price: '-1' } },
    },
  },
  updateProductVariant: {
    path: { product: 'canvas-tote', id: 21 },
    accepted: { says: 'A new stock count', body: { variant: { count_on_hand: 12 } } },
    refused: { says: 'A price below zero', body: { variant: { price: '-1' } } },
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
