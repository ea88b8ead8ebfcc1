export const optionTypeSelection = {
  select: { id: true, name: true, presentation: true },
} as const;

/** What a variant selects to sort its options by its product's option types. */
export const optionSelection = {
  optionValues: {
    select: {
      optionValue: {
        select: { id: true, name: true, presentation: true, optionType: optionTypeSelection },
      },
    },
  },
  product: { select: { optionTypes: { select: { optionTypeId: true, position: true } } } },
} as const;
