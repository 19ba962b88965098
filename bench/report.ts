/** The output format of every benchmark: Markdown that bench/all.ts puts on the page. */

export type Finding = { target: string; measured: string; met: boolean }

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

export const row = (cells: readonly (string | number)[]): void => print(`| ${cells.join(' | ')} |`)

/** The first column holds names, all others numbers. */
export function head(cells: readonly string[]): void {
  row(cells)
  row(cells.map((_, column) => (column === 0 ? '---' : '---:')))
}

/** The value below which this share of all lies; NaN of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Returns a finding that is met if `measured` is at most `max`. A missing value (NaN) misses its target. `unit`
 * includes the space before it; empty for a ratio.
 */
export const atMost = (
  target: string,
  measured: number,
  max: number,
  unit = '',
  digits = unit === '' ? 2 : 0,
): Finding => ({
  target: `${target}: at most ${max}${unit || ' ×'}`,
  measured: `${measured.toFixed(digits)}${unit || ' ×'}`,
  met: measured <= max,
})

/** Prints the targets at the end of a benchmark. Its process exits with 1 if a target was missed. */
export function reportTargets(findings: readonly Finding[]): void {
  print('\n## Targets\n')
  for (const { target, measured, met } of findings)
    print(`- ${met ? 'met' : 'MISSED'}: ${target} (${measured})`)
  process.exitCode = findings.length > 0 && findings.every(({ met }) => met) ? 0 : 1
}
