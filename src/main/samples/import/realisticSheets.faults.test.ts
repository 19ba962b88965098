import { expect, it } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import type { ImportCheck, ImportDraft } from '../../../shared/domain/samples/importing.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createImportApp } from './testing/importApp.ts'
import { createRealisticSheet, type RealisticSheet, sheetKinds } from './testing/realisticSheets.ts'

type Outcome = { kind: 'right' | 'unsure' } | { kind: 'wrong'; reason: string }

/**
 * Imports a sheet like a user who accepts every suggestion, sends it, and compares the orders with the true samples.
 */
async function importSheet(sheet: RealisticSheet): Promise<Outcome> {
  const app = await createImportApp()
  try {
    const { draft, draftId, check } = await app.checkSuggested(app.save(sheet.fileName, sheet.bytes))
    if (check.valid === 0 || check.blocker !== null) return { kind: 'unsure' }
    await app.send(draftId)
    return compare(sheet, { draft, check, sent: app.sent() })
  } catch (error) {
    // A refusal is an answer; anything else is a crash, which fails the test.
    if (isFailure(error) && !isFailure(error, 'bug')) return { kind: 'unsure' }
    throw error
  } finally {
    await app.close()
  }
}

type Import = { draft: ImportDraft; check: ImportCheck; sent: OrderFields[] }

function compare({ samples }: RealisticSheet, { draft, check, sent }: Import): Outcome {
  const wrong = (reason: string): Outcome => ({ kind: 'wrong', reason })
  const truth = new Map(samples.map((sample) => [sample.reference, sample.fields]))
  const questioned = columnsInQuestion(draft, check)
  let isQuestioned = check.invalid > 0
  const references = new Set(sent.map(({ client_reference }) => client_reference))
  if (references.size < sent.length) return wrong('one sample was ordered twice')
  for (const { client_reference: reference, ...fields } of sent) {
    const expected = truth.get(reference)
    if (!expected) return wrong(`“${reference}” is no sample`)
    for (const [field, value] of Object.entries(fields)) {
      if (isSame(expected[field], value)) continue
      if (!questioned.has(field))
        return wrong(`${reference}: ${field} ${expected[field]} was sent as ${value}`)
      isQuestioned = true
    }
    for (const [field, value] of Object.entries(expected)) {
      // An unmapped column is shown as such; an empty value in a mapped column was lost.
      const isMapped = Object.values(draft.suggestedMapping).includes(field)
      if (!isMapped || Object.hasOwn(fields, field)) continue
      if (!questioned.has(field)) return wrong(`${reference}: ${field} ${value} was left out`)
      isQuestioned = true
    }
  }
  const missing = samples.length - sent.length
  if (missing > check.invalid + check.duplicates)
    return wrong(`${missing} samples are missing without a word`)
  return { kind: missing > 0 || isQuestioned ? 'unsure' : 'right' }
}

/** Returns the fields with a warning, which the user sees before the orders are sent. */
function columnsInQuestion({ suggestedMapping }: ImportDraft, { problems }: ImportCheck): Set<string> {
  const loud = [...problems].filter(({ severity }) => severity !== 'note')
  return new Set(
    loud.flatMap(({ column }) => {
      const field = column === null ? null : suggestedMapping[column]
      return field ? [field] : []
    }),
  )
}

const isSame = (expected: string | number | undefined, value: string | number | undefined): boolean =>
  typeof expected === 'number' && typeof value === 'number'
    ? Math.abs(expected - value) < 0.01
    : expected === value

it('reads realistic sheets right with nothing given, or asks', { timeout: 600_000 }, async () => {
  const count = scale(sheetKinds.length, 300)
  const random = createSeededRandom(8)
  const counts = { right: 0, unsure: 0, wrong: 0 }
  const wrong: string[] = []
  const questionedSheets: string[] = []
  for (let number = 0; number < count; number += 1) {
    const sheet = createRealisticSheet(random, number)
    const outcome = await importSheet(sheet)
    counts[outcome.kind] += 1
    if (outcome.kind === 'wrong') wrong.push(`${number} ${sheet.kind}: ${outcome.reason}`)
    if (outcome.kind === 'unsure') questionedSheets.push(`${number} ${sheet.kind}`)
  }
  printFigure('14', `${count} realistic sheets, nothing given`, counts)
  expect(wrong).toEqual([])
  // Questions are always safe, but too many of them annoy the user.
  expect(questionedSheets.length, questionedSheets.join('; ')).toBeLessThan(0.2 * count)
})
