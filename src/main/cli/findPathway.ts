import type { Pathway } from '../../shared/domain/pathway.ts'
import type { OpenedApp } from './command.ts'
import { UsageError } from './endings.ts'

/** Letters that stand in names of pathways, as they are written where there is no Greek keyboard. */
const greek: Record<string, [letter: string, name: string]> = {
  α: ['a', 'alpha'],
  β: ['b', 'beta'],
  γ: ['g', 'gamma'],
  δ: ['d', 'delta'],
  ε: ['e', 'epsilon'],
  κ: ['k', 'kappa'],
  λ: ['l', 'lambda'],
  σ: ['s', 'sigma'],
  ω: ['o', 'omega'],
}
const greekName = new RegExp(
  Object.values(greek)
    .map(([, name]) => name)
    .join('|'),
  'g',
)
const letterOf = Object.fromEntries(Object.values(greek).map(([letter, name]) => [name, letter]))

const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[α-ω]/g, (letter) => greek[letter]?.[0] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(greekName, (word) => letterOf[word] ?? word)

/** The alias table has no pathway of this name. */
export class NoSuchPathway extends UsageError {}

/**
 * The key of the pathway that a person means by `name`, in whatever spelling. Throws `NoSuchPathway` where the alias
 * table has none of that name, and `UsageError` where it has several.
 */
export function findPathway(pathways: readonly Pathway[], name: string): string {
  const namesOf = ({ pathway, title, names }: Pathway) => [pathway, title, ...names.map((one) => one.name)]
  const letters = lettersOf(name)
  const exact = pathways.filter((one) => namesOf(one).includes(name))
  const alike = pathways.filter((one) => namesOf(one).some((other) => lettersOf(other) === letters))
  const [found, ...others] = exact.length > 0 ? exact : letters === '' ? [] : alike
  if (found && others.length === 0) return found.pathway
  if (!found)
    throw new NoSuchPathway(`No pathway that is kept here is called "${name}". Search for some drugs first.`)
  const titles = [found, ...others].map(({ title }) => title).join(', ')
  throw new UsageError(`"${name}" may be each of these: ${titles}. Write it as one of them.`)
}

/** Each as the results write it; a name that no drug's pathway has may be one of the results, and stays. */
export async function spellPathways(call: OpenedApp['call'], names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const known = await call('pathways.list', {})
  return names.map((name) => {
    try {
      const key = findPathway(known, name)
      return known.find(({ pathway }) => pathway === key)?.names[0]?.name ?? name
    } catch (error) {
      if (error instanceof NoSuchPathway) return name
      throw error
    }
  })
}
