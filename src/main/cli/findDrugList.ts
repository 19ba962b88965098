import type { OpenedApp } from './command.ts'
import { UsageError } from './endings.ts'

/**
 * The id of the list, tag or favourites that `--list` names, by id or blind to case. A list and a tag of one name are
 * told apart by the id, `tag:NAME`. Throws `UsageError`.
 */
export async function findDrugList({ call }: OpenedApp, name: string): Promise<string> {
  const sets = await call('sets.list', {})
  const same = (text: string) => text.toLowerCase() === name.toLowerCase()
  const byId = sets.find(({ setId }) => setId === name)
  const [found, other] = byId ? [byId] : sets.filter((set) => same(set.name) || same(set.setId))
  if (!found) {
    const names = sets.map((set) => `"${set.name}"`).join(', ')
    throw new UsageError(`There is no list or tag "${name}". There are: ${names}.`)
  }
  if (other)
    throw new UsageError(`"${name}" is the name of several: choose --list ${found.setId} or ${other.setId}.`)
  return found.setId
}
