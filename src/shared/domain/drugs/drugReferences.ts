/** The identifiers of a drug in public databases, if the service provides them. */
export type DrugIds = { drugbankId: string | null; chemblId: string | null }

/** `names`: the service's field names, ignoring case, `_` and `-`. `form`: the format of an identifier. */
const idFields: Record<keyof DrugIds, { names: readonly string[]; form: RegExp }> = {
  drugbankId: { names: ['drugbankid', 'drugbank'], form: /^(?:DRUGBANK:)?(DB\d{5})$/ },
  chemblId: { names: ['chemblid', 'chembl', 'moleculechemblid'], form: /^(?:CHEMBL:)?(CHEMBL\d{1,12})$/ },
}

/**
 * Reads identifiers from the service's fields. Ignores malformed ones, because an identifier becomes part of an
 * address.
 */
export function readDrugIds(fields: readonly { name: string; value: unknown }[]): DrugIds {
  const read = (id: keyof DrugIds): string | null => {
    const { names, form } = idFields[id]
    for (const { name, value } of fields) {
      if (!names.includes(name.toLowerCase().replace(/[_-]/g, '')) || typeof value !== 'string') continue
      const found = form.exec(value.trim().toUpperCase())?.[1]
      if (found !== undefined) return found
    }
    return null
  }
  return { drugbankId: read('drugbankId'), chemblId: read('chemblId') }
}

const drugBank = 'https://go.drugbank.com'
const chembl = 'https://www.ebi.ac.uk'
const pubMed = 'https://pubmed.ncbi.nlm.nih.gov'

/** True if the address is exactly such a link, so that it is safe to open in the system's browser. */
export function isReferenceAddress(address: string): boolean {
  const { origin, pathname, search, hash, username, password } = new URL(address)
  if (hash || username || password) return false
  if (origin === pubMed) return pathname === '/' && /^\?term=[^&]{1,1800}$/.test(search)
  if (search) return false
  return (
    (origin === drugBank && /^\/drugs\/DB\d{5}$/.test(pathname)) ||
    (origin === chembl && /^\/chembl\/explore\/compound\/CHEMBL\d{1,12}$/.test(pathname))
  )
}
/** URL-encoded, each character may take nine. */
const longestTerm = 200

export type ReferenceLink = { site: 'DrugBank' | 'ChEMBL' | 'PubMed'; id: string | null; address: string }

/** Returns links about a drug: to DrugBank and ChEMBL by identifier, and to PubMed by name. */
export function toReferenceLinks(name: string, { drugbankId, chemblId }: DrugIds): ReferenceLink[] {
  const links: ReferenceLink[] = []
  if (drugbankId !== null)
    links.push({ site: 'DrugBank', id: drugbankId, address: `${drugBank}/drugs/${drugbankId}` })
  if (chemblId !== null)
    links.push({ site: 'ChEMBL', id: chemblId, address: `${chembl}/chembl/explore/compound/${chemblId}` })
  const term = encodeURIComponent(name.slice(0, longestTerm).toWellFormed())
  return [...links, { site: 'PubMed', id: null, address: `${pubMed}/?term=${term}` }]
}
