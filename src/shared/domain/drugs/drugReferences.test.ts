import { describe, expect, it } from 'vitest'
import { isReferenceAddress, readDrugIds, toReferenceLinks } from './drugReferences.ts'

const idsOf = (fields: Record<string, unknown>) =>
  readDrugIds(Object.entries(fields).map(([name, value]) => ({ name, value })))
const none = { drugbankId: null, chemblId: null }

describe('identifiers of a drug', () => {
  it.each([
    { drugbank_id: 'DB00877', chembl_id: 'CHEMBL413' },
    { drugBankId: 'db00877', 'ChEMBL-ID': ' chembl413 ' },
    { drugbank: 'DrugBank:DB00877', molecule_chembl_id: 'CHEMBL413' },
  ])('are read from fields such as %j', (fields) =>
    expect(idsOf(fields)).toEqual({ drugbankId: 'DB00877', chemblId: 'CHEMBL413' }),
  )

  it.each([
    { drugbank_id: null, chembl_id: '' },
    { drugbank_id: 877, chembl_id: 413 },
    { drugbank_id: 'DB00877/../evil', chembl_id: 'CHEMBL413?x=1' },
    { drugbank_id: '../..', chembl_id: 'javascript:alert(1)' },
    { other: 'DB00877' },
  ])('are not read from %j', (fields) => expect(idsOf(fields)).toEqual(none))
})

describe('links of a drug', () => {
  it('lead to DrugBank and ChEMBL by identifier and to PubMed by name', () => {
    const ids = { drugbankId: 'DB00877', chemblId: 'CHEMBL413' }
    expect(toReferenceLinks('Sirolimus', ids).map(({ site, address }) => [site, address])).toEqual([
      ['DrugBank', 'https://go.drugbank.com/drugs/DB00877'],
      ['ChEMBL', 'https://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413'],
      ['PubMed', 'https://pubmed.ncbi.nlm.nih.gov/?term=Sirolimus'],
    ])
    expect(toReferenceLinks('Sirolimus', none).map(({ site }) => site)).toEqual(['PubMed'])
  })

  it('stay within the listed origins for any drug name', () => {
    for (const name of ['a&b=c#d', '"x" OR y', '//evil.example', '\ud800', '5′-N α'])
      for (const { address } of toReferenceLinks(name, none)) expect(isReferenceAddress(address)).toBe(true)
  })
})
