import type { Services } from '../../shared/contract/contract.ts'
import { methodNames } from '../../shared/contract/methodNames.ts'
import { lazy } from '../../shared/lazy.ts'

/** Creates the service of a noun in the contract that loads on its first call. */
export function lazyService<Noun extends keyof Services>(
  noun: Noun,
  load: () => Promise<Services[Noun]>,
): Services[Noun] {
  const loadOnce = lazy<Promise<{ [verb: string]: unknown }>>(load)
  const verbs = methodNames.flatMap((name) =>
    name.startsWith(`${noun}.`) ? [name.slice(noun.length + 1)] : [],
  )
  const toMethod = (verb: string) => async (input: unknown) => {
    const method = (await loadOnce())[verb] as (input: unknown) => unknown
    return method(input)
  }
  // The verbs come from the contract, and the loaded service has its methods.
  return Object.fromEntries(verbs.map((verb) => [verb, toMethod(verb)])) as Services[Noun]
}
