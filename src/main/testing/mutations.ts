/**
 * Loaded with `--import` it changes our own source as a process reads it: a fault that a test must be able to see.
 * A process that finds nothing to change ends, so that no mutant is ever the app itself unnoticed.
 */
import { registerHooks } from 'node:module'

/** `file`: the end of its path. */
export type Mutation = { file: string; from: string; to: string }

/** The beginning of the error of a process whose mutation matched nothing. */
export const unmutated = 'This mutant changes nothing: there is no'

const moduleUrl = new URL(import.meta.url)

export const mutantEnv = (mutations: Mutation[]): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--no-warnings --import=${moduleUrl.href.split('?')[0]}?mutate=${encodeURIComponent(JSON.stringify(mutations))}`,
})

const mutationsJson = moduleUrl.searchParams.get('mutate')
if (mutationsJson !== null) mutate(JSON.parse(mutationsJson) as Mutation[])

function mutate(mutations: Mutation[]): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const matching = mutations.filter(({ file }) => new URL(url).pathname.endsWith(file))
      if (matching.length === 0 || !loaded.source) return loaded
      let source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      for (const { file, from, to } of matching) {
        if (!source.includes(from)) throw new Error(`${unmutated} "${from}" in ${file}.`)
        source = source.replaceAll(from, to)
      }
      return { ...loaded, source }
    },
  })
}
