import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../../../examples/cohort.csv')

/** Reads the orders of the demo's own cohort: 24 donors, each once with rapamycin and once without. */
export function demoOrders() {
  const [heading = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  const names = heading.split(',')
  return lines.map((line) => {
    const row = Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell]))
    const { sample_name: client_reference = '', donor: donor_id = '', age, ...others } = row
    const order: Record<string, string | number> = { ...others, donor_id, age: Number(age) }
    return { ...order, client_reference }
  })
}
