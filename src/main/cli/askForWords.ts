import { toTypedWord } from '../../shared/domain/convention.ts'
import type { OpenedApp } from './command.ts'
import { counted } from './text.ts'

export type UnknownWords = { word: string; count: number }[]

/** Says on stderr which words for states of samples or screenings nobody knows, and how to say what they mean. */
export async function askForWords(
  { call, run: { output } }: OpenedApp,
  of: 'sample' | 'screening',
): Promise<UnknownWords> {
  const { words } = await call(of === 'sample' ? 'samples.unknownWords' : 'screening.unknownWords', {})
  if (words.length === 0) return words
  const { profile } = await call('app.status', {})
  for (const { word, count } of words)
    output.warn(
      `${counted(count, of)} ${count === 1 ? 'waits' : 'wait'}: the state “${word}” is not known. What does it mean? Say it once, with the way to sign in that you use:\n` +
        `  pathclock login --service ${profile?.serviceUrl ?? 'URL'} --api-key-stdin --convention "state_words=${toTypedWord(word)}=succeeded"\n` +
        '  (or queued, running, failed, cancelled in place of succeeded)',
    )
  return words
}
