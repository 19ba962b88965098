/** Compares by UTF-16 code units, like `Array.prototype.sort` without a comparator. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
