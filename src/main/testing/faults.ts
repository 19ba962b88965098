/** How big a fault test is: small in `npm test`, full in `npm run test:faults`. */
export const scale = (quick: number, full: number): number =>
  process.env['PATHCLOCK_FAULTS'] === 'full' ? full : quick

/** One line of the table that `npm run test:faults` prints: which requirement, what was done to it, what came of it. */
export function tellFigure(line: string, fault: string, figures: Record<string, number | string>): void {
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`FIGURE ${line} | ${fault} | ${told.join(', ')}\n`)
}
