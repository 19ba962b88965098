import { JSDOM } from 'jsdom'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { FigureSpec } from '../../../figures/spec.ts'
import { describeClockContrast } from '../../../shared/domain/results/describeClock.ts'
import type { ReportLanguage, studyChoiceSchema } from '../../../shared/domain/studies/documents.ts'
import { columnFormat, columnFormatP, formatValue } from '../../../shared/format/numbers.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import type { MadeSample } from '../../results/cohort/testing/addCohort.ts'
import type { DrawFigures } from '../documents/collectStudy.ts'
import { drawHere, openDocuments } from '../documents/testing/openDocuments.ts'

type Opened = Awaited<ReturnType<typeof openDocuments>>
type StudyInput = z.input<typeof studyChoiceSchema>

let opened: Opened
afterEach(() => opened.close())

const pathways = ['mTOR', 'Autophagy', 'NF_KB', 'Senescence', 'PPAR']
/** Returns values that differ without randomness. */
const wave = (sample: number, pathway: number) => Math.sin(sample * 7 + pathway * 3) + (sample % 2) * pathway

const cohort = (count: number, more: Partial<MadeSample> = {}): MadeSample[] =>
  Array.from({ length: count }, (_, n) => ({
    sampleId: `S${n}`,
    fields: { group: n % 2 === 0 ? 'control' : 'treated', age: 30 + n },
    scores: Object.fromEntries(
      pathways.map((name, at) => [name, [wave(n, at), wave(n + 50, at)] as [number, number]]),
    ),
    clock: { pathway_age: 31 + n + wave(n, 1), chronological_age: 30 + n },
    ...more,
  }))

const groups = { by: 'group', values: ['treated', 'control'] }
const compared: StudyInput = { kind: 'cohort', comparison: { groups } }

/** Draws nothing, and adds the figures to `specs`. */
const recordIn =
  (specs: FigureSpec[]): DrawFigures =>
  async (figures) => {
    specs.push(...figures)
    return figures.map(() => '')
  }

async function pageOf(study: StudyInput, language: ReportLanguage = 'en') {
  const collected = await opened.collect(study)
  const { html, figures } = await opened.makeReport(collected, language)
  const { document } = new JSDOM(html).window
  const text = (of: Element | null | undefined) => (of?.textContent ?? '').replace(/\s+/g, ' ').trim()
  /** Returns the cells of the table whose caption contains the text, header first. */
  const table = (caption: string) => {
    const found = [...document.querySelectorAll('table')].find((one) =>
      text(one.querySelector('caption')).includes(caption),
    )
    return [...(found?.querySelectorAll('tr') ?? [])].map((row) =>
      [...row.querySelectorAll('th, td')].map(text),
    )
  }
  return { collected, html, figures, document, table, text: text(document.body) }
}

describe('a report of a model', () => {
  test('has the contrasts with their equivalence, and the questions of the study, even of some samples', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const question = { questionId: 'q', kind: 'model', request: {}, tests: 10, times: 1 } as const
    opened = await openDocuments({ made: cohort(12), questions: [{ ...question, firstAt: at, lastAt: at }] })
    const { table, text } = await pageOf({
      kind: 'cohort',
      of: { filter: {}, except: ['S0'] },
      model: {
        terms: [{ field: 'group' }, { field: 'age' }],
        contrasts: ['treated - control', 'age'],
        equivalence: 3,
      },
    })
    const [head, first] = table('Activity: contrasts of the model')
    expect(head?.slice(-3)).toEqual(['q', 'q (all contrasts)', 'p of equivalence'])
    expect(first?.at(-1)).toMatch(/^\d/)
    expect(text).toContain('1 comparison or model was run in this study, with 10 tests in total.')
  })
})

describe('a report of a cohort', () => {
  test("uses the order and colors of the study's groups in every figure", async () => {
    const specs: FigureSpec[] = []
    opened = await openDocuments({
      made: cohort(8),
      design: { groups: [{ value: 'treated', colour: '#123456' }, { value: 'control' }] },
      drawFigures: recordIn(specs),
    })
    const reversed = { by: 'group', values: ['control', 'treated'] }
    const { text } = await pageOf({ kind: 'cohort', comparison: { groups: reversed } })
    const first = specs.flatMap((spec): [string, string | undefined, string | undefined][] => {
      if (spec.kind === 'heatmap') {
        const [[name, style] = ['']] = spec.props.heatmap.groups
        return [[spec.kind, name, style?.colour]]
      }
      if (spec.kind === 'scatter')
        return [[spec.kind, spec.props.groups[0]?.name, spec.props.groups[0]?.colour]]
      if (spec.kind !== 'boxes') return []
      const name = spec.props.groups[0]?.name ?? ''
      return [[spec.kind, name, spec.props.styles?.get(name)?.colour]]
    })
    expect(new Set(first.map(([kind]) => kind))).toEqual(new Set(['heatmap', 'scatter', 'boxes']))
    for (const [, ...look] of first) expect(look).toEqual(['treated', '#123456'])
    expect(text).toContain('treated (4), control (4)')
  })

  test('contains the numbers of the comparison, sorted by p', async () => {
    opened = await openDocuments({ made: cohort(16) })
    const { table } = await pageOf(compared)
    for (const [measure, caption] of [
      ['activity', 'Activity: all pathways'],
      ['aging_offset', 'Aging offset: all pathways'],
    ] as const) {
      const request = { of: { filter: {} }, groups, test: 'welch' as const, pathways: [] }
      const { rows } = await opened.cohorts.compare({ measure, ...request })
      const columns = {
        means: [0, 1].map((at) => columnFormat(rows.map(({ groups }) => groups[at]?.mean ?? null))),
        difference: columnFormat(rows.map(({ difference }) => difference)),
        interval: columnFormat(rows.flatMap(({ ciLow, ciHigh }) => [ciLow, ciHigh])),
        effect: columnFormat(rows.map(({ effect }) => effect)),
        effectInterval: columnFormat(rows.flatMap(({ effectLow, effectHigh }) => [effectLow, effectHigh])),
        p: columnFormatP(rows.map(({ p }) => p)),
        q: columnFormatP(rows.map(({ q }) => q)),
      }
      const expected = rows
        .toSorted((a, b) => (a.p ?? 2) - (b.p ?? 2))
        .map(({ pathway, groups, difference, ciLow, ciHigh, effect, effectLow, effectHigh, p, q }) => [
          pathway,
          ...groups.flatMap(({ n, mean }, at) => [String(n), columns.means[at]!(mean ?? Number.NaN)]),
          columns.difference(difference ?? Number.NaN),
          `${columns.interval(ciLow ?? Number.NaN)} … ${columns.interval(ciHigh ?? Number.NaN)}`,
          columns.effect(effect ?? Number.NaN),
          `${columns.effectInterval(effectLow ?? Number.NaN)} … ${columns.effectInterval(effectHigh ?? Number.NaN)}`,
          columns.p(p ?? Number.NaN),
          columns.q(q ?? Number.NaN),
        ])
      expect(table(caption).slice(1)).toEqual(expected)
    }
  })

  test('draws the pairs of a paired test, with n, test, p and q in each figure of a pathway', async () => {
    const specs: FigureSpec[] = []
    opened = await openDocuments({
      made: cohort(12).map(({ fields, ...sample }, n) => ({
        ...sample,
        fields: { ...fields, donor: `D${n >> 1}` },
      })),
      drawFigures: recordIn(specs),
    })
    await pageOf({ kind: 'cohort', comparison: { groups, test: 'paired', pairBy: 'donor' } })
    const [slopes] = specs.flatMap((spec) => (spec.kind === 'slopes' ? [spec.props] : []))
    expect(specs.filter(({ kind }) => kind === 'boxes')).toEqual([])
    expect(slopes?.names).toEqual(['control', 'treated'])
    expect(slopes?.pairs.map(({ label }) => label)).toEqual(['D0', 'D1', 'D2', 'D3', 'D4', 'D5'])
    const [pathway, n, test, family] = slopes?.note ?? []
    expect(pathways).toContain(pathway)
    expect([n, family]).toEqual(['n = 6 pairs', 'q: Benjamini–Hochberg over all 5 pathways'])
    expect(test).toMatch(/^Paired t-test: p = \S.*, q = \S/)

    specs.length = 0
    await pageOf(compared)
    expect(specs.filter(({ kind }) => kind === 'slopes')).toEqual([])
    const notes = specs.flatMap(({ kind, props }) =>
      kind === 'volcano' || kind === 'boxes' ? [props.note] : [],
    )
    expect(notes.length).toBeGreaterThan(2)
    for (const note of notes)
      expect(note?.join('; ')).toMatch(/treated: n = 6, control: n = 6; (?:Welch’s t-test|Regression)/)
  })

  test('does not print a pathway as 0 and 1 if another one is at 150,000', async () => {
    const made = cohort(8).map(
      ({ scores = {}, ...sample }, n): MadeSample => ({
        ...sample,
        scores: { ...scores, Huge: [150_000 + 900 * n, n], Small: [0.6 + 0.03 * n, n] },
      }),
    )
    opened = await openDocuments({ made })
    const { table } = await pageOf(compared)
    const small = table('Activity: all pathways').find(([name]) => name === 'Small')
    // n and mean of each group, then their difference.
    expect(small?.slice(1, 6)).toEqual(['4', '0.7200', '4', '0.6900', '0.030'])
  })

  test("compares the groups' ages, with figures and the numbers of excluded samples", async () => {
    const made = cohort(16).map((one, n) =>
      n === 3
        ? { ...one, clock: { quality: 1 } }
        : { ...one, clock: { pathway_age: 30 + n - (n % 2) * 2 + wave(n, 1), chronological_age: 30 + n } },
    )
    opened = await openDocuments({ made, drawFigures: drawHere })
    const { table, text, figures } = await pageOf(compared)
    const request = { of: { filter: {} }, groups, test: 'welch' as const }
    const { compareClock } = opened.cohorts
    const found = await compareClock({ measure: 'age_acceleration', ...request })
    const ofResiduals = await compareClock({ measure: 'age_acceleration_residual', ...request })
    const [row] = found.rows
    const ps = [row?.p, ofResiduals.rows[0]?.p].map((p) => p ?? Number.NaN)
    const years = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(2).replace('-', '−')
    const lines = table('Groups by the clock')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toEqual([
      'Age acceleration',
      'treated',
      '7',
      years(row?.groups[0]?.mean),
      years(row?.groups[0]?.sd),
      `${years(found.meanIntervals[0]?.low)} … ${years(found.meanIntervals[0]?.high)}`,
    ])
    expect(table('Differences by the clock').map((cells) => cells[0])).toEqual([
      'Measure',
      'Age acceleration',
      'At the same chronological age',
    ])
    expect(table('Differences by the clock')[1]).toEqual([
      'Age acceleration',
      'treated − control',
      years(row?.difference),
      `${years(row?.ciLow)} … ${years(row?.ciHigh)}`,
      formatValue(row?.effect ?? Number.NaN),
      columnFormatP(ps)(ps[0] ?? Number.NaN),
    ])
    expect(text).toContain('1 sample of the groups has no predicted age.')
    expect(text).toContain(toEnglish(describeClockContrast(found)))
    expect(figures.find(({ name }) => name === 'ages-acceleration')?.data.rows).toHaveLength(15)
    const chinese = (await pageOf(compared, 'zh-CN')).text
    expect(chinese).toContain('各组的年龄加速')
    expect(chinese).toContain('预测年龄与实际年龄')
    expect(chinese).not.toMatch(/by the clock|no predicted age|least squares/)
  })

  test('shows its subject, the source and time of its data, and the settings', async () => {
    opened = await openDocuments({
      made: cohort(6).map((one, at) => ({
        ...one,
        fetchedAt: `2026-02-0${at + 1}T10:00:00.000Z`,
        service: at === 0 ? 'https://other.example/api' : 'https://service.example/api/v1',
      })),
      units: { activity_unit: 'a.u.' },
    })
    const { table, text } = await pageOf(compared)
    expect(table('What this report is made of')).toEqual([
      ['Samples', '6'],
      ['With a pathway analysis', '6'],
      ['Without a pathway analysis', '0'],
      ['Groups', 'control (3), treated (3)'],
      ['Pathways', '5'],
      ['Services', 'https://other.example/api, https://service.example/api/v1'],
      ['First fetched', '2026-02-01 10:00:00 UTC'],
      ['Last fetched', '2026-02-06 10:00:00 UTC'],
      ['Synthetic', 'no'],
      ['Made with', 'Pathclock 1.2.3'],
      ['Made at', expect.stringContaining('UTC')],
    ])
    expect(table('Settings that')).toContainEqual(['Unit of activity', 'a.u., as set for this profile'])
    expect(table('Settings that')).toContainEqual(['Unit of aging offset', 'not documented; as returned'])
    expect(text).toContain('may not measure alike')
    expect(text).toContain('Research use only')
    expect(text).not.toContain('Synthetic data')
  })

  test('draws the same figures as the screens, each with its caption, its source and its data', async () => {
    opened = await openDocuments({ made: cohort(16), drawFigures: drawHere })
    const { figures, document } = await pageOf(compared)
    expect(figures.map(({ name }) => name)).toEqual([
      'heatmap-activity',
      'predicted-age',
      'pca-activity',
      'volcano-activity',
      ...[1, 2, 3, 4].map((at) => expect.stringContaining(`boxes-activity-${at}-`)),
      'volcano-aging-offset',
      ...[1, 2, 3, 4].map((at) => expect.stringContaining(`boxes-aging-offset-${at}-`)),
      'ages-acceleration',
      'ages-residual',
    ])
    const drawn = [...document.querySelectorAll('figure')]
    expect(drawn.map((one) => one.querySelector('figcaption strong')?.textContent?.slice(0, 9))).toEqual(
      figures.map((_, at) => `Figure ${at + 1}${at < 9 ? '.' : ''}`),
    )
    for (const [at, figure] of drawn.entries()) {
      expect(figure.querySelector('svg')?.textContent).toContain('https://service.example')
      expect(figures[at]?.data.rows.length).toBeGreaterThan(0)
    }
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes several groups by the overall test and by pairs', async () => {
    const made = cohort(18).map((one, n) => ({ ...one, fields: { group: ['a', 'b', 'c'][n % 3] ?? '' } }))
    opened = await openDocuments({ made })
    const comparison = { groups: { by: 'group', values: ['a', 'b', 'c'] }, test: 'kruskal-wallis' as const }
    const { table, figures, text } = await pageOf({ kind: 'cohort', comparison })
    const request = { measure: 'activity' as const, of: { filter: {} }, ...comparison, pathways: [] }
    const { rows } = await opened.cohorts.compare(request)
    expect(table('Activity: all pathways')).toHaveLength(6)
    expect(table('Activity: every two groups')).toHaveLength(1 + 5 * 3)
    const first = rows.toSorted((a, b) => (a.p ?? 2) - (b.p ?? 2))[0]
    const [pair] = first?.pairwise ?? []
    const pairs = rows.flatMap(({ pairwise }) => pairwise)
    const difference = columnFormat(pairs.map((one) => one.difference))(pair?.difference ?? 0)
    const pHolm = columnFormatP(pairs.map((one) => one.pHolm))(pair?.pHolm ?? 0)
    const cells = ['a − b', '6 / 6', difference, pHolm]
    expect(table('Activity: every two groups')[1]).toEqual(expect.arrayContaining(cells))
    expect(figures.map(({ name }) => name)).toContain('every-two-groups-activity')
    expect(text).toContain('p is by χ²')
  })

  test('reports what its tables leave out', async () => {
    const made = [...cohort(20), ...Array.from({ length: 520 }, (_, n) => ({ sampleId: `T${n}` }))]
    opened = await openDocuments({ made })
    const { table, text } = await pageOf({ kind: 'cohort' })
    expect(table('Samples and when')).toHaveLength(501)
    expect(table('Samples and when')[25]).toEqual(['–', 'T4', '–', 'no analysis stored'])
    expect(text).toContain('40 more samples are not listed here')
    expect(text).toContain('520 samples without a pathway analysis are not shown.')
  })

  test('is complete even if there are no results', async () => {
    opened = await openDocuments({ made: [{ sampleId: 'S1' }, { sampleId: 'S2' }] })
    const { text, figures } = await pageOf({ kind: 'cohort' })
    expect(figures).toEqual([])
    expect(text).toContain('nothing was fetched')
    expect(text).not.toMatch(/undefined|NaN|null/)
  })
})

describe('a report of a sample', () => {
  const [one] = cohort(1)
  test("contains every value with its fetch time, the clock, the sample's facts and the results", async () => {
    opened = await openDocuments({
      made: [
        {
          ...one,
          sampleId: 'S0',
          fetchedAt: '2026-02-01T10:00:00.000Z',
          scores: { mTOR: [1.5, -2], Autophagy: [null, 0.25], Hedgehog: -3 },
          later: { fetchedAt: '2026-03-01T10:00:00.000Z', scores: { mTOR: 2.5 } },
          annotation: { group: 'mine', tags: ['x'], fields: { dose: 3 } },
        },
      ],
    })
    const { table, figures, text } = await pageOf({ kind: 'sample', sampleId: 'S0' })
    expect(table('Values of all pathways').slice(1)).toEqual([
      ['Autophagy', '–', '0.250', '2026-02-01 10:00:00'],
      ['Hedgehog', '−3.000', expect.any(String), '2026-02-01 10:00:00'],
      ['mTOR', '2.500', expect.any(String), '2026-03-01 10:00:00'],
    ])
    const age = ['chronological_age', '30.000', expect.any(String) as string]
    expect(table('What pathway-clock returned')).toContainEqual(age)
    expect(table('What the register has')).toContainEqual(['Group given here', 'mine'])
    expect(table('What the register has')).toContainEqual(['Sample ID', 'S0'])
    const history = await opened.collect({ kind: 'sample', sampleId: 'S0' })
    expect(table('Every stored response').slice(1)).toHaveLength(history.answers.length)
    expect(figures.map(({ name }) => name)).toEqual(['ranked-activity', 'ranked-aging-offset'])
    expect(text).toContain('Pathway report of the sample ref-S0')
  })

  test('says so if the sample has no analysis, and rejects a sample that is not in the register', async () => {
    opened = await openDocuments({ made: [{ sampleId: 'S0' }] })
    const { text } = await pageOf({ kind: 'sample', sampleId: 'S0' })
    expect(text).toContain('No pathway analysis of this sample is stored')
    const none = opened.collect({ kind: 'sample', sampleId: 'none' })
    await expect(none).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('every report', () => {
  test('has the same content in both languages', async () => {
    opened = await openDocuments({ made: cohort(16) })
    const [en, zh] = [await pageOf(compared, 'en'), await pageOf(compared, 'zh-CN')]
    expect([en, zh].map(({ document }) => document.documentElement.lang)).toEqual(['en', 'zh-CN'])
    const cells = ({ document }: typeof en) =>
      [...document.querySelectorAll('td.number')].map(({ textContent }) => textContent)
    expect(cells(zh)).toEqual(cells(en))
    const count = ({ document }: typeof en) =>
      ['h2', 'h3', 'table', 'figure', 'caption', 'th[scope]'].map(
        (of) => document.querySelectorAll(of).length,
      )
    expect(count(zh)).toEqual(count(en))
    expect(zh.text).toContain('仅供研究使用')
    expect(zh.text).not.toMatch(/Research use only|Pathway activity|not documented/)
  })

  test('renders names from users and services as text, whatever they contain', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      'a & b &amp; c',
      '=HYPERLINK("http://evil.example")',
      '‮ مرحبا',
      '</style><b>',
    ]
    const made = hostile.map((text, n) => ({
      sampleId: `S${n}`,
      fields: { group: text, [text]: text, client_reference: text },
      annotation: { tags: [text], fields: { [text]: text } },
      scores: Object.fromEntries(pathways.map((name, at) => [`${name} ${text}`, wave(n, at)])),
      clock: { pathway_age: n, chronological_age: n * 2, [text]: n },
    }))
    opened = await openDocuments({ made, drawFigures: drawHere })
    for (const study of [{ kind: 'cohort' }, { kind: 'sample', sampleId: 'S0' }] as const) {
      const { document, text, html } = await pageOf(study)
      expect(document.querySelectorAll('script, img, b, iframe, object, link, a')).toHaveLength(0)
      expect(document.querySelector('[onerror]')).toBeNull()
      expect(text).toContain('<script>alert(1)</script>')
      expect(html).not.toContain('<script')
      expect(document.querySelectorAll('style')).toHaveLength(1)
    }
  })

  test('needs no network, and forbids it by policy', async () => {
    opened = await openDocuments({ made: cohort(8), drawFigures: drawHere })
    const { html, document } = await pageOf(compared)
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(policy).toContain("default-src 'none'")
    const addresses = [...html.matchAll(/(?:src|href)=["']([^"']*)|url\(["']?([^)"']*)/g)].map(
      ([, attribute, style]) => attribute ?? style ?? '',
    )
    expect(addresses.filter((address) => !/^(#|data:image\/png)/.test(address))).toEqual([])
  })

  test("marks synthetic data, and contains neither the profile's name nor a folder of this computer", async () => {
    opened = await openDocuments({
      made: cohort(8).map((made) => ({ ...made, synthetic: true })),
      drawFigures: drawHere,
    })
    for (const language of ['en', 'zh-CN'] as const) {
      const { text, html, document, figures } = await pageOf(compared, language)
      const mark = language === 'en' ? 'Synthetic data' : '合成数据'
      expect(document.querySelector('.synthetic')?.textContent).toContain(mark)
      for (const { svg } of figures)
        expect(svg).toContain(language === 'en' ? 'synthetic demo data' : '合成演示数据')
      expect(text).toContain(mark)
      expect(html).not.toContain(opened.folder)
      expect(html).not.toContain('Secret profile')
    }
  })

  test('has the same bytes each time except for its date', async () => {
    opened = await openDocuments({ made: cohort(12), drawFigures: drawHere })
    const [first, second] = [await opened.collect(compared), await opened.collect(compared)]
    expect(second.madeAt).not.toBe(first.madeAt)
    const [one, other] = [first, { ...second, madeAt: first.madeAt }].map((of) => opened.makeReport(of, 'en'))
    expect((await other)?.html).toBe((await one)?.html)
  })

  test('lists samples in the order of the register, regardless of the request', async () => {
    opened = await openDocuments({ made: cohort(4) })
    const { sampleIds } = await opened.collect({ kind: 'cohort', of: { sampleIds: ['S3', 'S0', 'S2'] } })
    expect(sampleIds).toEqual(['S0', 'S2', 'S3'])
    const none = opened.collect({ kind: 'cohort', of: { filter: { group: 'no such' } } })
    await expect(none).rejects.toMatchObject({ code: 'rejected' })
  })
})
