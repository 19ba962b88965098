/** By code units, as an array of texts is sorted by itself. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
