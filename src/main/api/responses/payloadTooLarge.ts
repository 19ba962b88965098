import { Failure } from '../../../shared/contract/failures.ts'
import type { Problem } from './envelope.ts'

/** The service refused a request for its size, or for its list of pathways as a whole. */
class PayloadTooLarge extends Failure<'rejected'> {
  /** False where the service did not say that it was the size: it may be a name that it does not know. */
  readonly isCertain: boolean

  constructor({ userMessage, details }: Failure<'rejected'>, isCertain: boolean) {
    super('rejected', userMessage, details)
    this.isCertain = isCertain
  }
}

const sizeWords =
  /\b(too (many|much|long|large|big)|limit(ed|s)?|length|size|max(imum)?|at most|exceed\w*|more than|up to)\b/i

/**
 * The refusal of a request for its size: 413, or a 400 or 422 that names `pathways` and not one of them (docs on
 * service conventions, "payload limits"). Any other refusal is given back as it is.
 */
export function toPayloadTooLarge(
  status: number,
  { text, fields }: Problem,
  rejection: Failure<'rejected'>,
): Failure<'rejected'> {
  if (status === 413) return new PayloadTooLarge(rejection, true)
  if (status !== 400 && status !== 422) return rejection
  const pathwayProblems = fields.filter(({ field }) => /(^|[./])pathways$/i.test(field))
  if (pathwayProblems.length === 0 && !/\bpathways\b/i.test(text ?? '')) return rejection
  return new PayloadTooLarge(
    rejection,
    [text ?? '', ...pathwayProblems.map(({ message }) => message)].some((candidate) =>
      sizeWords.test(candidate),
    ),
  )
}

/**
 * Asks for a list at once, and where that is too much for the service in parts of half the size, and so on.
 * Gives the answers in the order of the list, and the size of the parts. Where the service does not say that it is
 * the size, halves are tried once; when one of them is refused in the same way, the first refusal is thrown.
 */
export async function sendInChunks<T>(
  list: readonly string[],
  initialSize: number,
  sendChunk: (chunk: string[]) => Promise<T>,
): Promise<{ answers: T[]; size: number }> {
  const answers: T[] = []
  let size = Math.min(initialSize, list.length)
  let guess: { rejection: PayloadTooLarge; end: number } | undefined
  for (let at = 0; at < list.length; ) {
    const chunk = list.slice(at, at + size)
    try {
      answers.push(await sendChunk(chunk))
      at += chunk.length
    } catch (error) {
      if (!(error instanceof PayloadTooLarge)) throw error
      if (!error.isCertain && guess) throw at < guess.end ? guess.rejection : error
      if (chunk.length < 2) throw error
      if (!error.isCertain) guess = { rejection: error, end: at + chunk.length }
      size = Math.ceil(chunk.length / 2)
    }
  }
  return { answers, size }
}
