/**
 * The page size of countries and of states: larger than their number, so that both are complete.
 * Decision: O4.
 */
export const allPlaces = 500;
