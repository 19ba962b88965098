/** True if fault tests run at full scale (`npm run test:faults`) rather than quickly (`npm test`). */
export const isFull = process.env['PATHCLOCK_FAULTS'] === 'full'

/** Returns the size of a fault test. */
export const scale = (quick: number, full: number): number => (isFull ? full : quick)

/** Prints one line of the table of `npm run test:faults`: the requirement, the fault and the resulting figures. */
export function printFigure(line: string, fault: string, figures: Record<string, number | string>): void {
  const values = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`FIGURE ${line} | ${fault} | ${values.join(', ')}\n`)
}
