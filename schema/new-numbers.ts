import { randomBytes, randomInt } from 'node:crypto';

const digits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

/** A new order number: `R` and nine digits. */
export const newOrderNumber = (): string => `R${digits(9)}`;

/** A new shipment number: `H` and eleven digits. */
export const newShipmentNumber = (): string => `H${digits(11)}`;

/** A new order token: 22 URL-safe characters, of 16 random bytes. */
export const newOrderToken = (): string => randomBytes(16).toString('base64url');
