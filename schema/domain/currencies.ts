/** The currencies of ISO 4217 that do not have two decimals. */
const others: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const known = new Map(
  others.flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/**
 * How many decimals the amounts of a currency have. By ISO 4217, unlike Intl, which goes by what people use and gives
 * the forint and the Iraqi dinar none. Decision: R2
 */
export const decimalsOf = (currency: string): number => known.get(currency) ?? 2;
