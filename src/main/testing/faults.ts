/** Whether fault tests run in their full form (`npm run test:faults`) or in the quick one (`npm test`). */
export const isFull = process.env['PATHCLOCK_FAULTS'] === 'full'

/** How big a fault test is. */
export const scale = (quick: number, full: number): number => (isFull ? full : quick)

/** One line of the table that `npm run test:faults` prints: which requirement, what was done to it, what came of it. */
export function printFigure(line: string, fault: string, figures: Record<string, number | string>): void {
  const values = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`FIGURE ${line} | ${fault} | ${values.join(', ')}\n`)
}
