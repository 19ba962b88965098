import { assumed } from '../../../shared/domain/convention.ts'
import type { Profile } from '../../../shared/domain/profile.ts'
import { formatPath } from '../../ui/conventions.ts'

export type Difference = { what: 'basePath' | 'successCode'; found: string; expected: string }

/** What was found out of a service, where it is not what was expected: a person is told, nothing is guessed silently. */
export function differencesOf({ conventions: { set, found } }: Profile): Difference[] {
  const differences: Difference[] = []
  const path = found.base_path
  if (path !== undefined && set.base_path === undefined && path !== assumed.base_path)
    differences.push({ what: 'basePath', found: formatPath(path), expected: assumed.base_path })
  const code = found.success_code
  if (code !== undefined && set.success_code === undefined && code !== assumed.success_code)
    differences.push({ what: 'successCode', found: String(code), expected: String(assumed.success_code) })
  return differences
}
