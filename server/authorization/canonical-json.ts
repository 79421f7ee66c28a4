/** The fields of an object in one order, whatever order they were written in. */
export const listFieldsInOrder = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

/** JSON with the fields of each object in one order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(listFieldsInOrder(part))
      : part,
  )
