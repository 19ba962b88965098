import { Failure } from '../../shared/contract/failures.ts'
import type { Problem } from './envelope.ts'

/** The service refused a request for its size, or for its list of pathways as a whole. */
class TooLarge extends Failure<'rejected'> {
  /** False where the service did not say that it was the size: it may be a name that it does not know. */
  readonly isSure: boolean

  constructor({ message, details }: Failure<'rejected'>, isSure: boolean) {
    super('rejected', message, details)
    this.isSure = isSure
  }
}

const ofSize =
  /\b(too (many|much|long|large|big)|limit(ed|s)?|length|size|max(imum)?|at most|exceed\w*|more than|up to)\b/i

/**
 * The refusal of a request for its size: 413, or a 400 or 422 that names `pathways` and not one of them (docs on
 * service conventions, "payload limits"). Any other refusal is given back as it is.
 */
export function asTooLarge(
  status: number,
  { text, fields }: Problem,
  refusal: Failure<'rejected'>,
): Failure<'rejected'> {
  if (status === 413) return new TooLarge(refusal, true)
  if (status !== 400 && status !== 422) return refusal
  const ofList = fields.filter(({ field }) => /(^|[./])pathways$/i.test(field))
  if (ofList.length === 0 && !/\bpathways\b/i.test(text ?? '')) return refusal
  return new TooLarge(
    refusal,
    [text ?? '', ...ofList.map(({ message }) => message)].some((said) => ofSize.test(said)),
  )
}

/**
 * Asks for a list at once, and where that is too much for the service in parts of half the size, and so on.
 * Gives the answers in the order of the list, and the size of the parts. Where the service does not say that it is
 * the size, halves are tried once; when one of them is refused in the same way, the first refusal is thrown.
 */
export async function inParts<T>(
  list: readonly string[],
  firstSize: number,
  ask: (part: string[]) => Promise<T>,
): Promise<{ answers: T[]; size: number }> {
  const answers: T[] = []
  let size = Math.min(firstSize, list.length)
  let guess: { refusal: TooLarge; end: number } | undefined
  for (let at = 0; at < list.length; ) {
    const part = list.slice(at, at + size)
    try {
      answers.push(await ask(part))
      at += part.length
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      if (!error.isSure && guess) throw at < guess.end ? guess.refusal : error
      if (part.length < 2) throw error
      if (!error.isSure) guess = { refusal: error, end: at + part.length }
      size = Math.ceil(part.length / 2)
    }
  }
  return { answers, size }
}
