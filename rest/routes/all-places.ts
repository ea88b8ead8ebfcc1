/** The page size of countries and of states: more than there are, so both come whole. Decision: O4. */
export const allPlaces = 500;
