import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDrugCacheFixture, type DrugCacheFixture, drugOf } from '../testing/drugCacheFixture.ts'

const drugs = [
  drugOf('D01', 'Protamine', { description: 'Given after metformin' }),
  drugOf('D02', 'Glucophage', { synonyms: ['Dimethylbiguanide', 'Metformin hydrochloride'] }),
  drugOf('D03', 'Metformin glycinate'),
  drugOf('D04', 'METFORMIN', { category: 'Biguanide', description: 'Activates AMPK' }),
  drugOf('D05', 'Rapamycin', {
    synonyms: ['Sirolimus', 'Rapamune®'],
    category: 'mTOR inhibitor',
    description: 'A macrolide of Streptomyces hygroscopicus',
  }),
  drugOf('D06', 'Valproic acid', { category: 'HDAC inhibitor' }),
  drugOf('D07', 'Acid citrate'),
  drugOf('D08', 'β-Carotène', { category: 'Vitamin' }),
  drugOf('D09', 'Galunisertib', { description: 'Blocks the TGFb receptor' }),
  drugOf('D10', 'Fresolimumab', { description: 'Neutralises TGF-β' }),
  drugOf('D11', 'Vactosertib', { description: 'TGF-beta receptor kinase inhibitor' }),
  drugOf('D12', '雷帕霉素', { category: '免疫抑制剂' }),
  drugOf('D13', '100% Ethanol_x'),
  drugOf('D14', 'Trastuzumab', { synonyms: ['HER-2 antibody'] }),
  drugOf('D15', 'שלום'),
  drugOf('CHEMBL25', 'Aspirin', { synonyms: ['Acetylsalicylic acid'] }),
]

let fixture: DrugCacheFixture
beforeAll(async () => {
  fixture = await createDrugCacheFixture(drugs)
  await fixture.setPathways('CHEMBL25', [{ pathway: 'NF_KB', direction: 'inhibits', evidence: null }])
})
afterAll(() => fixture.close())

const find = (text: string) => fixture.find(text)

describe('order of hits', () => {
  test('the exact name comes first, then names and synonyms with that prefix, then the rest', async () => {
    expect(await find('metformin')).toEqual(['METFORMIN', 'Metformin glycinate', 'Glucophage', 'Protamine'])
  })

  test('a brand name typed in full ranks like the name', async () => {
    const [first] = (await fixture.search('sirolimus')).hits
    expect(first).toMatchObject({ name: 'Rapamycin', match: { kind: 'exact' } })
  })

  test('a name with the prefix comes before one whose second word has it', async () => {
    expect(await find('acid')).toEqual(['Acid citrate', 'Valproic acid', 'Aspirin'])
  })
})

describe('matching', () => {
  test('a query with a NUL finds the same as without it', async () => {
    for (const text of ['met\0formin', 'metformin\0', '\0metformin', 'metf\0ornin'])
      expect(await find(text), JSON.stringify(text)).toContain('METFORMIN')
    expect(await find('\0')).toEqual(await find(''))
  })

  test.each([
    ['the beginning of its name', 'rapa', 'Rapamycin'],
    ['letters within its name', 'AMYC', 'Rapamycin'],
    ['a synonym', 'sirol', 'Rapamycin'],
    ['its class', 'mtor', 'Rapamycin'],
    ['a word of its description', 'hygro', 'Rapamycin'],
    ['words of different places', 'mtor siro', 'Rapamycin'],
    ['its id', 'chembl25', 'Aspirin'],
    ['a pathway it acts on', 'nf-kb', 'Aspirin'],
    ['a pathway in another spelling', 'NFκB', 'Aspirin'],
    ['a name without accents', 'carotene', 'β-Carotène'],
    ['a Greek letter by its name', 'beta-carotene', 'β-Carotène'],
    ['a Greek letter as a Latin one', 'b carotene', 'β-Carotène'],
    ['a hyphen left out', 'her2', 'Trastuzumab'],
    ['a space for a hyphen', 'her 2', 'Trastuzumab'],
    ['Chinese from its middle', '帕霉', '雷帕霉素'],
    ['one Chinese character', '霉', '雷帕霉素'],
    ['a Chinese class', '免疫', '雷帕霉素'],
    ['right-to-left letters', 'שלו', 'שלום'],
  ])('%s: %j', async (_, text, name) => expect(await find(text)).toContain(name))

  test.each(['%', '100% E', 'ethanol_'])('%j is a literal', async (text) =>
    expect(await find(text)).toEqual(['100% Ethanol_x']),
  )

  test.each(['TGF-β', 'TGFb', 'tgf-beta', 'tgf b', 'TGFβ', 'TGFbeta'])(
    '%j finds every spelling',
    async (text) => {
      expect((await find(text)).sort()).toEqual(['Fresolimumab', 'Galunisertib', 'Vactosertib'])
    },
  )
})

describe('typos', () => {
  test.each([
    ['left out', 'rapmycin'],
    ['too many', 'rapaamycin'],
    ['wrong', 'rapemycin'],
    ['swapped', 'rapmaycin'],
    ['late in the word', 'rapamycim'],
    ['before the word is whole', 'rapamuci'],
    ['in a synonym', 'sirolimsu'],
  ])('one letter %s is accepted: %j', async (_, typed) => {
    expect((await fixture.search(typed)).hits[0]).toMatchObject({
      name: 'Rapamycin',
      match: { kind: 'typo' },
    })
  })

  test('words of three letters accept no typo', async () => {
    const other = await createDrugCacheFixture([drugOf('1', 'Abcd'), drugOf('2', 'Abc')])
    expect(await other.find('axc')).toEqual([])
    expect(await other.find('axcd')).toEqual(['Abcd'])
    await other.close()
  })

  test('numbers accept no typo', async () => {
    const other = await createDrugCacheFixture([drugOf('1', 'AZD1152'), drugOf('2', 'AZD1153')])
    expect(await other.find('azd1152')).toEqual(['AZD1152'])
    await other.close()
  })
})

describe('combining marks that change a letter', () => {
  test.each([
    ['か', 'がん', false],
    ['が', 'がん', true],
    ['が', 'か\u3099ん', true],
    ['कि', 'की', false],
    ['की', 'कीम', true],
    ['resume', 'résumé', true],
    ['ионы', 'ио\u0301ны', true],
    ['سلام', 'سَلام', true],
  ])('%s in %s: %s', async (typed, name, isFound) => {
    const one = await createDrugCacheFixture([drugOf('D1', name)])
    const { hits } = await one.search(typed)
    await one.close()
    expect(hits.map((hit) => hit.name)).toEqual(isFound ? [name] : [])
    expect(hits.map(({ match }) => match?.name[0]?.start)).toEqual(isFound ? [0] : [])
  })
})

describe('highlights', () => {
  const marked = async (text: string) => {
    const { hits } = await fixture.search(text, { limit: 1 })
    return hits[0]?.match?.name.map(({ start, end }) => hits[0]?.name.slice(start, end))
  }
  test.each([
    ['rapa', ['Rapa']],
    ['b carotene', ['β', 'Carotène']],
    ['beta-carotene', ['β-Carotène']],
    ['amyc', ['amyc']],
    ['rapmycin', ['Rapamycin']],
    ['hygro', []],
  ])('%j', async (text, parts) => expect(await marked(text)).toEqual(parts))
})

describe('the synonym that explains a hit', () => {
  const synonym = async (text: string) => {
    const { hits } = await fixture.search(text, { limit: 1 })
    const found = hits[0]?.match?.synonym
    return found && [found.text, ...found.ranges.map(({ start, end }) => found.text.slice(start, end))]
  }
  test.each([
    ['sirolimus', ['Sirolimus', 'Sirolimus']],
    ['siro', ['Sirolimus', 'Siro']],
    ['metformin hydro', ['Metformin hydrochloride', 'Metformin', 'hydro']],
    ['rapa sirolimus', ['Sirolimus', 'Sirolimus']],
    ['sirolimsu', ['Sirolimus', 'Sirolimus']],
    ['her2', ['HER-2 antibody', 'HER-2']],
    ['salicyl', ['Acetylsalicylic acid', 'salicyl']],
  ])('%j', async (text, parts) => expect(await synonym(text)).toEqual(parts))

  test.each(['rapa', 'rapmycin', 'mtor', 'hygro', '100%'])('is missing for %j', async (text) => {
    expect(await synonym(text)).toBeNull()
  })
})

describe('filters', () => {
  test('support a thousand names of one pathway', async () => {
    const pathwayNames = Array.from({ length: 1000 }, (_, index) => `name ${index}`)
    await fixture.setPathways('D01', [{ pathway: 'name 700', direction: 'unknown', evidence: null }])
    expect(await fixture.find('pro', { pathwayNames })).toEqual(['Protamine'])
    expect((await fixture.drugCache.facets({ text: 'pro', pathwayNames })).directions).toHaveLength(1)
  })
})

describe('long prefixes', () => {
  test('find the same with few and with many matching words', async () => {
    const many = await createDrugCacheFixture(
      Array.from({ length: 200 }, (_, index) => drugOf(`D${index}`, `Inhibitor${index} alpha`)),
    )
    expect(await many.search('inhibitor')).toMatchObject({ total: 200 })
    expect(await many.search('inhibitor1')).toMatchObject({ total: 111 })
    expect(await many.search('inhibitor19 alpha')).toMatchObject({ total: 11 })
    await many.close()
  })
})

test.each(['constructor', '__proto__', 'toString', 'nothing'])(
  'an unknown sort column is ignored: %s',
  async (sort) => expect(await fixture.find('rapamycin', { sort })).toContain('Rapamycin'),
)
