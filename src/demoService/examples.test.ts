import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { startDemo } from './testing/demoClient.ts'

const examples = new URL('../../examples/', import.meta.url)
const cohort = parse<Record<string, string>>(readFileSync(new URL('cohort.csv', examples)), { columns: true })

describe('examples/cohort.csv', () => {
  it('holds 48 samples, 24 of each group, from 24 donors of 24 to 82 years', () => {
    expect(new Set(cohort.map((row) => row.sample_name)).size).toBe(48)
    expect(cohort.filter((row) => row.group === 'treated')).toHaveLength(24)
    expect(new Set(cohort.map((row) => row.donor)).size).toBe(24)
    const ages = cohort.map((row) => Number(row.age))
    expect([Math.min(...ages), Math.max(...ages)]).toEqual([24, 82])
  })

  it('is accepted whole, and comparing its groups finds the four pathways that rapamycin moves and no other', async () => {
    const demo = await startDemo()
    const orders: { id: string; group: string | undefined }[] = []
    for (const { sample_name, donor, age, ...fields } of cohort) {
      const order = { ...fields, client_reference: sample_name, donor_id: donor, age: Number(age) }
      orders.push({ id: await demo.order(order), group: fields.group })
    }
    const results = await Promise.all(
      orders.map(async ({ id, group }) => {
        const { data } = await demo.post('moa/pathway-analysis', { sample_id: id })
        return { group, scores: data.pathway_scores ?? {} }
      }),
    )
    const values = (group: string, pathway: string): number[] =>
      results
        .filter((each) => each.group === group)
        .map(({ scores }) => scores[pathway]?.activity ?? Number.NaN)
    const found = Object.keys(results[0]?.scores ?? {}).flatMap((pathway) => {
      const t = welch(values('treated', pathway), values('control', pathway))
      // |t| above 3.3: p below 0.002, the 5% limit for 26 pathways after Bonferroni.
      return Math.abs(t) > 3.3 ? [`${pathway} ${t > 0 ? 'up' : 'down'}`] : []
    })
    expect(found.sort()).toEqual(['Autophagy up', 'NF_KB down', 'Senescence down', 'mTOR down'])
    await demo.service.close()
  })
})

describe('examples/cohort-messy.csv', () => {
  const bytes = readFileSync(new URL('cohort-messy.csv', examples))
  const lines = new TextDecoder('utf-16le').decode(bytes).split('\r\n')

  it('has the defects that its README names, on the lines it names', () => {
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe])
    expect(lines[0]).toContain('Zoë Müller')
    expect(lines[1]).toMatch(/^Sample name;Donor;/)
    expect(lines[2]).toContain(';33,6;')
    expect([lines[12]?.[0], lines[20]?.[0]]).toEqual([';', ';'])
    expect(lines[14]).toBe(lines[6])
    expect(lines[17]).toMatch(/^2-Sep;/)
    expect([lines[8]?.slice(0, 6), lines[23]?.slice(0, 6)]).toEqual(['MX-007', 'MX-007'])
    expect(lines[23]).not.toBe(lines[8])
    expect(lines[26]).toMatch(/;"thawed twice$/)
  })

  it('is read whole by a strict reader up to the open quote: 23 rows below the header', () => {
    const readable = lines.slice(1, 26).join('\r\n')
    expect(parse(readable, { delimiter: ';' })).toHaveLength(24)
    expect(() => parse(lines.slice(1).join('\r\n'), { delimiter: ';' })).toThrow(/quote/i)
  })
})

function welch(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const error = (values: number[]) =>
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1) / values.length
  return (mean(a) - mean(b)) / Math.sqrt(error(a) + error(b))
}
