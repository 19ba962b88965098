import { Failure } from '../../shared/contract/failures.ts'
import type { Problem } from './envelope.ts'

/** The service refused a request for its size, or for its list of pathways as a whole. */
export class TooLarge extends Failure<'rejected'> {}

/** 413, or a 400 or 422 that names `pathways` and not one of them (docs on service conventions, "payload limits"). */
export function isTooLarge(status: number, { text, fields }: Problem): boolean {
  if (status === 413) return true
  if (status !== 400 && status !== 422) return false
  return fields.some(({ field }) => /(^|[./])pathways$/i.test(field)) || /\bpathways\b/i.test(text ?? '')
}

/**
 * Asks for a list at once, and where that is too much for the service in parts of half the size, and so on.
 * Gives the answers in the order of the list, and the size of the parts.
 */
export async function inParts<T>(
  list: readonly string[],
  firstSize: number,
  ask: (part: string[]) => Promise<T>,
): Promise<{ answers: T[]; size: number }> {
  const answers: T[] = []
  let size = Math.min(firstSize, list.length)
  for (let at = 0; at < list.length; ) {
    const part = list.slice(at, at + size)
    try {
      answers.push(await ask(part))
      at += part.length
    } catch (error) {
      if (!(error instanceof TooLarge) || part.length < 2) throw error
      size = Math.ceil(part.length / 2)
    }
  }
  return { answers, size }
}
