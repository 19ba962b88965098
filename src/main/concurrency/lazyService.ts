import type { Services } from '../../shared/contract/contract.ts'
import { verbsByNoun } from '../../shared/contract/methodNames.ts'
import { lazy } from '../../shared/lazy.ts'

/** Creates the service of a noun in the contract that loads on its first call. */
export function lazyService<Noun extends keyof Services>(
  noun: Noun,
  load: () => Promise<Services[Noun]>,
): Services[Noun] {
  const loadOnce = lazy<Promise<{ [verb: string]: unknown }>>(load)
  const toMethod = (verb: string) => async (input: unknown) => {
    const method = (await loadOnce())[verb] as (input: unknown) => unknown
    return method(input)
  }
  // The verbs come from the contract, and the loaded service has its methods.
  return Object.fromEntries(verbsByNoun[noun].map((verb) => [verb, toMethod(verb)])) as Services[Noun]
}
